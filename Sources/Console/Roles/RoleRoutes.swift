import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The roles of a tenant: the built-in ones stay as they are, its own can change.
struct RoleRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadRoles.self).get("roles", use: list)
        routes.needs(ManageRoles.self).get("roles/new", use: showCreation)
        routes.needs(ManageRoles.self).submit("roles", console: console, use: create)
        routes.needs(ReadRoles.self).get("roles/{role}", use: show)
        routes.needs(ManageRoles.self).get("roles/{role}/edit", use: showEdit)
        routes.needs(ManageRoles.self).submit("roles/{role}/edit", console: console, use: update)
        routes.needs(ManageRoles.self).get("roles/{role}/deletion", use: askDeletion)
        routes.needs(ManageRoles.self).submit("roles/{role}/deletion", console: console, use: delete)
    }

    private var administration: RoleAdministration { console.services.roles }

    private func list(_ call: Call<ReadRoles>) async throws -> Response {
        let page = console.page(call.context)
        return try await page.response(RoleListView(administration.all(grant: call.grant), page))
    }

    private func show(_ call: Call<ReadRoles>) async throws -> Response {
        let name = try call.id("role", of: .role, as: Role.Name.self)
        let all = try await administration.all(grant: call.grant)
        guard let summary = all.first(where: { $0.role.name == name }) else { throw DomainError.notFound(.role) }
        let page = console.page(call.context)
        return await page.response(RoleView(summary, page))
    }

    // MARK: Creating and changing

    private func showCreation(_ call: Call<ManageRoles>) async throws -> Response {
        let page = console.page(call.context)
        return await page.response(RoleFormView(RoleForm(), page))
    }

    private func create(_ fields: inout Fields, _ call: Call<ManageRoles>) async throws -> Response {
        let name = fields.text("name", maximum: Role.Name.maximumLength)
        return try await answer(&fields, RoleForm(), call, flash: .roleCreated) { draft in
            _ = try await administration.create(name: name, draft, grant: call.grant)
        }
    }

    private func showEdit(_ call: Call<ManageRoles>) async throws -> Response {
        let summary = try await own(call)
        let page = console.page(call.context)
        return await page.response(RoleFormView(RoleForm(summary), page))
    }

    private func update(_ fields: inout Fields, _ call: Call<ManageRoles>) async throws -> Response {
        let summary = try await own(call)
        return try await answer(&fields, RoleForm(summary), call, flash: .roleSaved) { draft in
            _ = try await administration.update(summary.role.name, draft, grant: call.grant)
        }
    }

    /// Reads the form, does what it asks, and shows it again when that cannot be.
    private func answer(
        _ fields: inout Fields,
        _ empty: RoleForm,
        _ call: Call<some Permission>,
        flash: Flash,
        act: (RoleAdministration.Draft) async throws -> Void
    ) async throws -> Response {
        let page = console.page(call.context)
        var form = empty
        let draft = form.read(&fields)
        return try await page.form(fields, labels: Self.labels(page.texts), at: form.field) {
            try await act(draft)
            return page.seeOther(page.paths.roles, flash: flash)
        } again: { problems in
            RoleFormView(form, page, problems)
        }
    }

    private static func labels(_ texts: Texts) -> [String: String] {
        ["title": texts("roles.field-title"), "name": texts("roles.id"), "rank": texts("roles.column-level")]
    }

    // MARK: Deleting

    private func askDeletion(_ call: Call<ManageRoles>) async throws -> Response {
        let summary = try await own(call)
        let page = console.page(call.context)
        return await page.response(.deletion(of: summary, page), at: page.paths.roles)
    }

    private func delete(_ fields: inout Fields, _ call: Call<ManageRoles>) async throws -> Response {
        let page = console.page(call.context)
        let summary = try await own(call)
        return try await page.form(fields) {
            try await administration.delete(summary.role.name, grant: call.grant)
            return page.seeOther(page.paths.roles, flash: .roleDeleted)
        } again: { problems in
            page.view(of: .deletion(of: summary, page), at: page.paths.roles, problems)
        }
    }

    /// A role that the tenant made itself.
    /// - Throws: `.notFound(.role)`, also for a built-in one: there is nothing to change about it.
    private func own(_ call: Call<some Permission>) async throws -> RoleSummary {
        let name = try call.id("role", of: .role, as: Role.Name.self)
        let all = try await administration.all(grant: call.grant(ReadRoles.self))
        guard let summary = all.first(where: { $0.role.name == name && !$0.role.isBuiltIn }) else {
            throw DomainError.notFound(.role)
        }
        return summary
    }
}

extension ConsoleFeature {
    static let roles = ConsoleFeature(
        views: [RoleListView.self, RoleFormView.self, RoleView.self],
        navigation: [NavigationEntry(.users, "roles.title", needs: .readRoles) { TenantPaths($0).roles }]
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
