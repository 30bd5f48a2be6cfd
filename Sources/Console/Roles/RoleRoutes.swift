import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The roles of a tenant: the built-in ones stay as they are, its own can change.
struct RoleRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("roles", needs: ReadRoles.self, use: list)
        routes.get("roles/new", needs: ManageRoles.self, use: showCreation)
        routes.submit("roles", console: console, needs: ManageRoles.self, use: create)
        routes.get("roles/:role", needs: ReadRoles.self, use: show)
        routes.get("roles/:role/edit", needs: ManageRoles.self, use: showEdit)
        routes.submit("roles/:role/edit", console: console, needs: ManageRoles.self, use: update)
        routes.get("roles/:role/deletion", needs: ManageRoles.self, use: askDeletion)
        routes.submit("roles/:role/deletion", console: console, needs: ManageRoles.self, use: delete)
    }

    private var administration: RoleAdministration { console.services.roles }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadRoles>
    ) async throws -> Response {
        let page = try await console.page(context)
        return page.response(RoleListView(try await administration.all(grant: grant), page))
    }

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadRoles>
    ) async throws -> Response {
        let name = try context.id("role", of: .role, as: Role.Name.self)
        let all = try await administration.all(grant: grant)
        guard let summary = all.first(where: { $0.role.name == name }) else { throw DomainError.notFound(.role) }
        let page = try await console.page(context)
        return page.response(RoleView(summary, page))
    }

    // MARK: Creating and changing

    @Sendable private func showCreation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageRoles>
    ) async throws -> Response {
        let page = try await console.page(context)
        return page.response(RoleFormView(RoleForm(), page))
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageRoles>
    ) async throws -> Response {
        let name = fields.text("name", maximum: Role.Name.maximumLength)
        return try await submit(&fields, RoleForm(), context, flash: .roleCreated) { draft in
            _ = try await administration.create(name: name, draft, grant: grant)
        }
    }

    @Sendable private func showEdit(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageRoles>
    ) async throws -> Response {
        let summary = try await own(context)
        let page = try await console.page(context)
        return page.response(RoleFormView(RoleForm(summary), page))
    }

    @Sendable private func update(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageRoles>
    ) async throws -> Response {
        let summary = try await own(context)
        return try await submit(&fields, RoleForm(summary), context, flash: .roleSaved) { draft in
            _ = try await administration.update(summary.role.name, draft, grant: grant)
        }
    }

    /// Reads the form, does what it asks, and shows it again when that cannot be.
    private func submit(
        _ fields: inout Fields,
        _ empty: RoleForm,
        _ context: TenantContext,
        flash: Flash,
        act: (RoleAdministration.Draft) async throws -> Void
    ) async throws -> Response {
        let page = try await console.page(context)
        var form = empty
        let draft = form.read(&fields)
        do {
            try fields.finish()
            try await act(draft)
            return page.seeOther(page.paths.roles, flash: flash)
        } catch DomainError.invalid(let problems) {
            form.problems = FormProblems(problems, labels: Self.labels(page.texts), page.texts)
            return page.response(RoleFormView(form, page), status: .unprocessableContent)
        } catch let error as DomainError {
            let refusal = try await console.refusal(error, at: form.field(of: error), context)
            form.refusal = refusal.errors
            return page.response(RoleFormView(form, page), status: refusal.status)
        }
    }

    private static func labels(_ texts: Texts) -> [String: String] {
        ["title": texts("roles.field-title"), "name": texts("roles.id"), "rank": texts("roles.column-level")]
    }

    // MARK: Deleting

    @Sendable private func askDeletion(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageRoles>
    ) async throws -> Response {
        let summary = try await own(context)
        let page = try await console.page(context)
        return page.response(.deletion(of: summary, page), at: page.paths.roles)
    }

    @Sendable private func delete(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageRoles>
    ) async throws -> Response {
        try fields.finish()
        let summary = try await own(context)
        do {
            try await administration.delete(summary.role.name, grant: grant)
        } catch {
            guard case .conflict = error else { throw error }
            let page = try await console.page(context)
            let refusal = try FormRefusal(error, page.texts)
            return page.response(.deletion(of: summary, page), at: page.paths.roles, refusal: refusal)
        }
        return console.seeOther(TenantPaths(context.tenant.slug).roles, flash: .roleDeleted)
    }

    /// A role that the tenant made itself.
    /// - Throws: `.notFound(.role)`, also for a built-in one: there is nothing to change about it.
    private func own(_ context: TenantContext) async throws -> RoleSummary {
        let name = try context.id("role", of: .role, as: Role.Name.self)
        let all = try await administration.all(grant: context.grant(ReadRoles.self))
        guard let summary = all.first(where: { $0.role.name == name && !$0.role.isBuiltIn }) else {
            throw DomainError.notFound(.role)
        }
        return summary
    }
}

extension ConsoleFeature {
    static let roles = ConsoleFeature(
        views: [RoleListView.self, RoleFormView.self, RoleView.self],
        navigation: [NavigationEntry(.people, "navigation.roles", needs: .readRoles) { TenantPaths($0).roles }]
    )
}

extension Confirmation {
    static func deletion(of summary: RoleSummary, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        let role = summary.role
        let title = TextArgument.text(role.title(page.texts))
        let isUnassigned = summary.users == 0
        return Confirmation(
            question: texts("roles.deletion-title", ["role": title]),
            sentences: [
                isUnassigned ? texts("roles.deletion-effect") : texts("roles.deletion-in-use", count: summary.users)
            ],
            action: page.paths.roleDeletion(role.name),
            confirm: texts("roles.deletion-confirm"),
            cancel: page.paths.roles,
            isPossible: isUnassigned,
            breadcrumb: .roles(texts("roles.delete-named", ["title": title]), page)
        )
    }
}
