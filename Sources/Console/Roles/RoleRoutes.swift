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
        let roles = try await administration.all(grant: grant)
        let frame = try await console.frame("Roles", at: ConsolePaths.roles(context.tenant.slug), context)
        return console.page(RoleListView(roles, frame: frame, context), context)
    }

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadRoles>
    ) async throws -> Response {
        let name = try context.id("role", of: .role, as: Role.Name.self)
        let all = try await administration.all(grant: grant)
        guard let summary = all.first(where: { $0.role.name == name }) else { throw DomainError.notFound(.role) }
        let frame = try await console.frame(
            VisibleText.escaped(summary.role.title),
            at: ConsolePaths.roles(context.tenant.slug),
            context
        )
        return console.page(RoleView(summary, frame: frame, context), context)
    }

    // MARK: Creating and changing

    @Sendable private func showCreation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageRoles>
    ) async throws -> Response {
        try await formPage(RoleForm(nil), context)
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageRoles>
    ) async throws -> Response {
        let name = fields.text("name", maximum: Role.Name.maximumLength)
        return try await submit(&fields, RoleForm(nil), context, flash: .roleCreated) { draft in
            _ = try await administration.create(name: name, draft, grant: grant)
        }
    }

    @Sendable private func showEdit(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageRoles>
    ) async throws -> Response {
        let summary = try await own(context)
        return try await formPage(RoleForm(summary.role, people: summary.users), context)
    }

    @Sendable private func update(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageRoles>
    ) async throws -> Response {
        let summary = try await own(context)
        let role = summary.role
        return try await submit(&fields, RoleForm(role, people: summary.users), context, flash: .roleSaved) { draft in
            _ = try await administration.update(role.name, draft, grant: grant)
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
        var form = empty
        let draft = form.read(&fields)
        do {
            try fields.finish()
            try await act(draft)
            return console.seeOther(ConsolePaths.roles(context.tenant.slug), flash: flash)
        } catch DomainError.invalid(let problems) {
            form.problems = FormProblems(problems, labels: ["title": "Name", "name": "ID", "rank": "Level"])
            return try await formPage(form, context, status: .unprocessableContent)
        } catch DomainError.denied(let denial) {
            let refusal = try await console.refusal(.denied(denial), at: form.field(of: denial), context)
            return try await formPage(form, context, refusal: refusal)
        } catch let error as DomainError {
            return try await formPage(form, context, refusal: try FormRefusal(error, at: "name"))
        }
    }

    private func formPage(
        _ form: RoleForm,
        _ context: TenantContext,
        refusal: FormRefusal? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let frame = try await console.frame(form.heading, at: ConsolePaths.roles(context.tenant.slug), context)
        let view = form.view(frame, errors: refusal?.errors, console, context)
        return console.page(view, context, status: refusal?.status ?? status)
    }

    // MARK: Deleting

    @Sendable private func askDeletion(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageRoles>
    ) async throws -> Response {
        try await deletionPage(of: try await own(context), context)
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
            return try await deletionPage(of: summary, context, refusal: try FormRefusal(error))
        }
        return console.seeOther(ConsolePaths.roles(context.tenant.slug), flash: .roleDeleted)
    }

    private func deletionPage(
        of summary: RoleSummary,
        _ context: TenantContext,
        refusal: FormRefusal? = nil
    ) async throws -> Response {
        let slug = context.tenant.slug
        let title = VisibleText.escaped(summary.role.title)
        let people = CountText.of(summary.users, "person still has", "people still have").capitalizedFirst
        let confirmation = Confirmation(
            question: "Delete the role “\(title)”?",
            sentences: summary.users == 0
                ? ["It is not assigned to anyone. This can’t be undone."]
                : ["\(people) this role. Assign them another role first."],
            action: ConsolePaths.roleDeletion(summary.role.name, slug),
            confirm: "Delete the role",
            cancel: ConsolePaths.roles(slug),
            isPossible: summary.users == 0,
            breadcrumb: RoleForm.breadcrumb(slug, "Delete \(title)")
        )
        return try await console.page(confirmation, at: ConsolePaths.roles(slug), context, refusal: refusal)
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
