import ConsoleKit
import Domain
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
        .needs(ManageTenants.self)
        tenants.get(use: list)
        tenants.get("new", use: showCreation)
        tenants.submit(console: console, use: create)
        tenants.get("{tenant}", use: show)
        tenants.submit("{tenant}/name", console: console, use: rename)
        tenants.submit("{tenant}/hosts", console: console, use: addHost)
        tenants.submit("{tenant}/hosts/{host}/removal", console: console, use: removeHost)
        tenants.get("{tenant}/suspension", use: askSuspension)
        tenants.submit("{tenant}/suspension", console: console, use: suspend)
        tenants.get("{tenant}/activation", use: askActivation)
        tenants.submit("{tenant}/activation", console: console, use: activate)
    }

    private var administration: TenantAdministration { console.services.tenants }

    // MARK: Reading

    private func list(_ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        var query = try call.request.queryFields()
        let wanted = query.pageRequest()
        let isBySlug = query.typed("order") == TenantListView.order
        try query.finish(.ignored)
        guard isBySlug else {
            let overview = try await console.services.installationOverview.overview(grant: call.grant)
            return await page.response(InstallationOverviewView(overview, page))
        }
        return try await page.response(TenantListView(administration.page(wanted, grant: call.grant), page))
    }

    private func show(_ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        return try await page.response(TenantView(.init(summary: tenant(call)), page))
    }

    private func tenant(_ call: InstallationCall) async throws -> TenantSummary {
        try await administration.tenant(call.id("tenant", of: .tenant, as: Tenant.Slug.self), grant: call.grant)
    }

    // MARK: Creating

    private func showCreation(_ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        return await page.response(TenantFormView(.init(), page))
    }

    private func create(_ fields: inout Fields, _ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let name = fields.text("name", maximum: Tenant.nameLengths.upperBound)
        let slug = fields.text("slug", maximum: Tenant.Slug.lengths.upperBound)
        let typed = TenantFormView.Content(name: fields.typed("name"), slug: fields.typed("slug"))
        return try await page.form(fields, at: { _ in "slug" }) {
            let creation = try await administration.create(slug: slug, name: name, grant: call.grant)
            return await page.response(TenantCreatedView(creation, page))
        } again: { problems in
            TenantFormView(typed, page, problems)
        }
    }

    // MARK: Changing

    private func rename(_ fields: inout Fields, _ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await tenant(call)
        let name = fields.text("name", maximum: Tenant.nameLengths.upperBound)
        let typed = TenantView.Content(summary: summary, name: fields.typed("name"))
        return try await page.form(fields, at: { _ in "name" }) {
            _ = try await administration.rename(summary.tenant.id, to: name, grant: call.grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantSaved)
        } again: { problems in
            TenantView(typed, page, problems)
        }
    }

    private func addHost(_ fields: inout Fields, _ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await tenant(call)
        let host = fields.text("host", maximum: HostName.maximumLength)
        let typed = TenantView.Content(summary: summary, host: fields.typed("host"))
        return try await page.form(fields, at: { _ in "host" }) {
            try await administration.add(host: host, to: summary.tenant.id, grant: call.grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .hostAdded)
        } again: { problems in
            TenantView(typed, page, problems)
        }
    }

    private func removeHost(_ fields: inout Fields, _ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await tenant(call)
        let host = try call.id("host", of: .tenant, as: HostName.self)
        // The page shows problems at another form, which has no field for a mistake in this one.
        try fields.finish()
        return try await page.form(fields) {
            try await administration.remove(host: host, from: summary.tenant.id, grant: call.grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .hostRemoved)
        } again: { problems in
            TenantView(.init(summary: summary), page, problems)
        }
    }

    // MARK: State

    private func askSuspension(_ call: InstallationCall) async throws -> Response {
        let summary = try await tenant(call)
        try console.askProof(call.context.consoleUser.principal(from: call.context.origin), call.context)
        let page = console.page(call.context)
        return await page.response(Confirmation(suspending: summary, page.texts), at: ConsolePaths.tenants)
    }

    private func suspend(_ fields: inout Fields, _ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await tenant(call)
        return try await page.form(fields) {
            _ = try await administration.suspend(summary.tenant.id, grant: call.grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantSuspended)
        } again: { problems in
            page.view(of: Confirmation(suspending: summary, page.texts), at: ConsolePaths.tenants, problems)
        }
    }

    private func askActivation(_ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await tenant(call)
        return await page.response(Confirmation(activating: summary, page.texts), at: ConsolePaths.tenants)
    }

    private func activate(_ fields: inout Fields, _ call: InstallationCall) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await tenant(call)
        return try await page.form(fields) {
            _ = try await administration.activate(summary.tenant.id, grant: call.grant)
            return page.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantActivated)
        } again: { problems in
            page.view(of: Confirmation(activating: summary, page.texts), at: ConsolePaths.tenants, problems)
        }
    }
}

extension ConsoleFeature {
    static let tenants = ConsoleFeature(
        views: [
            InstallationOverviewView.self, TenantListView.self, TenantFormView.self, TenantCreatedView.self,
            TenantView.self,
        ]
    )
}
