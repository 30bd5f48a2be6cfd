import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The tenants of the installation: only operators come here.
struct TenantRoutes {
    let console: Console

    func add(to routes: Routes<GatehouseContext>) {
        let tenants = routes.group("tenants", authentication: .operator) { request, outer in
            try await console.admitConsoleUser(request, outer)
        }
        tenants.get(needs: ManageTenants.self, use: list)
        tenants.get("new", needs: ManageTenants.self, use: showCreation)
        tenants.submit(console: console, needs: ManageTenants.self, use: create)
        tenants.get(":tenant", needs: ManageTenants.self, use: show)
        tenants.submit(":tenant/name", console: console, needs: ManageTenants.self, use: rename)
        tenants.submit(":tenant/hosts", console: console, needs: ManageTenants.self, use: addHost)
        tenants.submit(":tenant/hosts/:host/removal", console: console, needs: ManageTenants.self, use: removeHost)
        tenants.get(":tenant/suspension", needs: ManageTenants.self, use: askSuspension)
        tenants.submit(":tenant/suspension", console: console, needs: ManageTenants.self, use: suspend)
        tenants.get(":tenant/activation", needs: ManageTenants.self, use: askActivation)
        tenants.submit(":tenant/activation", console: console, needs: ManageTenants.self, use: activate)
    }

    private var administration: TenantAdministration { console.services.tenants }

    // MARK: Reading

    @Sendable private func list(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        var query = try request.queryFields()
        let wanted = query.pageRequest()
        try query.finish(.ignored)
        return page.response(TenantListView(try await administration.page(wanted, grant: grant), page))
    }

    @Sendable private func show(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        return page.response(TenantView(.init(summary: try await tenant(context, grant)), page))
    }

    private func tenant(_ context: ConsoleUserContext, _ grant: InstallationGrant) async throws -> TenantSummary {
        try await administration.tenant(context.id("tenant", of: .tenant, as: Tenant.Slug.self), grant: grant)
    }

    // MARK: Creating

    @Sendable private func showCreation(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant _: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        return page.response(TenantFormView(.init(), page))
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        let name = fields.text("name", maximum: Tenant.nameLengths.upperBound)
        let slug = fields.text("slug", maximum: Tenant.Slug.lengths.upperBound)
        var content = TenantFormView.Content(name: fields.typed("name"), slug: fields.typed("slug"))
        do throws(DomainError) {
            try fields.finish()
            let creation = try await administration.create(slug: slug, name: name, grant: grant)
            return page.response(TenantCreatedView(creation, page))
        } catch {
            content.result = try TenantFormResult(error, at: "slug", page.texts)
            return page.response(TenantFormView(content, page), status: content.result.status)
        }
    }

    // MARK: Changing

    @Sendable private func rename(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        let summary = try await tenant(context, grant)
        let name = fields.text("name", maximum: Tenant.nameLengths.upperBound)
        var content = TenantView.Content(summary: summary, name: fields.typed("name"))
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.rename(summary.tenant.id, to: name, grant: grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantSaved)
        } catch {
            content.result = try TenantFormResult(error, at: "name", page.texts)
            return page.response(TenantView(content, page), status: content.result.status)
        }
    }

    @Sendable private func addHost(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        let summary = try await tenant(context, grant)
        let host = fields.text("host", maximum: HostName.maximumLength)
        var content = TenantView.Content(summary: summary, host: fields.typed("host"))
        do throws(DomainError) {
            try fields.finish()
            try await administration.add(host: host, to: summary.tenant.id, grant: grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .hostAdded)
        } catch {
            content.result = try TenantFormResult(error, at: "host", page.texts)
            return page.response(TenantView(content, page), status: content.result.status)
        }
    }

    @Sendable private func removeHost(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let summary = try await tenant(context, grant)
        try fields.finish()
        let host = try context.id("host", of: .tenant, as: HostName.self)
        try await administration.remove(host: host, from: summary.tenant.id, grant: grant)
        return console.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .hostRemoved)
    }

    // MARK: State

    @Sendable private func askSuspension(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let summary = try await tenant(context, grant)
        try console.askProof(context.consoleUser.principal(from: context.origin), context)
        let page = try await console.page(context)
        return page.response(Confirmation(suspending: summary, page.texts), at: ConsolePaths.tenants)
    }

    @Sendable private func suspend(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let summary = try await tenant(context, grant)
        try fields.finish()
        _ = try await administration.suspend(summary.tenant.id, grant: grant)
        return console.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantSuspended)
    }

    @Sendable private func askActivation(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let page = try await console.page(context)
        let summary = try await tenant(context, grant)
        return page.response(Confirmation(activating: summary, page.texts), at: ConsolePaths.tenants)
    }

    @Sendable private func activate(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let summary = try await tenant(context, grant)
        try fields.finish()
        _ = try await administration.activate(summary.tenant.id, grant: grant)
        return console.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantActivated)
    }
}

extension ConsoleFeature {
    static let tenants = ConsoleFeature(
        views: [TenantListView.self, TenantFormView.self, TenantCreatedView.self, TenantView.self]
    )
}
