import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The tenants of the installation: only operators come here.
struct TenantRoutes {
    let console: Console

    func add(to routes: Routes<GatehouseContext>) {
        let tenants = routes.group("tenants", authentication: .operator) { request, outer in
            try await console.admitVisitor(request, outer)
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
        var query = try request.queryFields()
        let wanted = query.pageRequest()
        try query.finish(.ignored)
        let page = try await administration.page(wanted, grant: grant)
        let frame = try await console.frame("Tenants", at: ConsolePaths.tenants, context)
        return console.page(TenantListView(page, frame: frame, console, context), context)
    }

    @Sendable private func show(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        try await page(of: tenant(context, grant), context)
    }

    private func tenant(_ context: ConsoleUserContext, _ grant: InstallationGrant) async throws -> TenantSummary {
        try await administration.tenant(context.id("tenant", of: .tenant, as: Tenant.Slug.self), grant: grant)
    }

    private func page(
        of summary: TenantSummary,
        _ context: ConsoleUserContext,
        form: TenantView.Form = .init(),
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let frame = try await console.frame(VisibleText.escaped(summary.tenant.name), at: ConsolePaths.tenants, context)
        return console.page(TenantView(summary, form: form, frame: frame, console, context), context, status: status)
    }

    // MARK: Creating

    @Sendable private func showCreation(
        _ request: Request,
        _ context: ConsoleUserContext,
        grant _: InstallationGrant
    ) async throws -> Response {
        try await creationPage(context)
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let name = fields.text("name", maximum: Tenant.nameLengths.upperBound)
        let slug = fields.text("slug", maximum: Tenant.Slug.lengths.upperBound)
        let typed = (name: fields.typed("name"), slug: fields.typed("slug"))
        do {
            try fields.finish()
            let creation = try await administration.create(slug: slug, name: name, grant: grant)
            let frame = try await console.frame(
                VisibleText.escaped(creation.tenant.name),
                at: ConsolePaths.tenants,
                context
            )
            return console.page(TenantCreatedView(creation, frame: frame, console, context), context)
        } catch DomainError.invalid(let problems) {
            return try await creationPage(
                context,
                name: typed.name,
                slug: typed.slug,
                problems: FormProblems(problems),
                errors: FormProblems(problems).summary,
                status: .unprocessableContent
            )
        } catch let error as DomainError {
            let refusal = try FormRefusal(error, at: "slug")
            return try await creationPage(
                context,
                name: typed.name,
                slug: typed.slug,
                errors: refusal.errors,
                status: refusal.status
            )
        }
    }

    private func creationPage(
        _ context: ConsoleUserContext,
        name: String = "",
        slug: String = "",
        problems: FormProblems = FormProblems([]),
        errors: FormErrorsView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let view = TenantFormView(
            frame: try await console.frame("Create a tenant", at: ConsolePaths.tenants, context),
            breadcrumb: BreadcrumbView(links: [LinkView(label: "Tenants", href: ConsolePaths.tenants)], current: "New"),
            form: console.form(ConsolePaths.tenants, context),
            errors: errors,
            name: FieldView(
                "name",
                "Name",
                value: name,
                hint: "Shown to users, like CoachMe.",
                error: problems["name"],
                maximumLength: Tenant.nameLengths.upperBound,
                isFocused: errors == nil
            ),
            slug: FieldView(
                "slug",
                "Slug",
                value: slug,
                hint: "Used in URLs, can’t be changed later: 2 to 40 lower-case letters, digits and hyphens.",
                error: problems["slug"],
                maximumLength: Tenant.Slug.lengths.upperBound,
                isVerbatim: true
            ),
            cancel: ConsolePaths.tenants
        )
        return console.page(view, context, status: status)
    }

    // MARK: Changing

    @Sendable private func rename(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let summary = try await tenant(context, grant)
        let name = fields.text("name", maximum: Tenant.nameLengths.upperBound)
        do {
            try fields.finish()
            _ = try await administration.rename(summary.tenant.id, to: name, grant: grant)
            return console.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .tenantSaved)
        } catch DomainError.invalid(let problems) {
            let form = TenantView.Form(name: fields.typed("name"), problems: FormProblems(problems))
            return try await page(of: summary, context, form: form, status: .unprocessableContent)
        }
    }

    @Sendable private func addHost(
        _ fields: inout Fields,
        _ request: Request,
        _ context: ConsoleUserContext,
        grant: InstallationGrant
    ) async throws -> Response {
        let summary = try await tenant(context, grant)
        let host = fields.text("host", maximum: 253)
        let typed = fields.typed("host")
        do throws(DomainError) {
            try fields.finish()
            try await administration.add(host: host, to: summary.tenant.id, grant: grant)
            return console.seeOther(ConsolePaths.tenant(summary.tenant.slug), flash: .hostAdded)
        } catch {
            if case .invalid(let problems) = error {
                let form = TenantView.Form(host: typed, problems: FormProblems(problems))
                return try await page(of: summary, context, form: form, status: .unprocessableContent)
            }
            let refusal = try FormRefusal(error, at: "host")
            return try await page(
                of: summary,
                context,
                form: .init(host: typed, errors: refusal.errors),
                status: refusal.status
            )
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
        try console.askProof(context.visitor.principal(from: context.origin), context)
        return try await console.page(Confirmation(suspending: summary), at: ConsolePaths.tenants, context)
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
        let summary = try await tenant(context, grant)
        return try await console.page(Confirmation(activating: summary), at: ConsolePaths.tenants, context)
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
