import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// One person: everything that is known of them, and what can be done.
struct UserDetailRoutes {
    let console: Console

    func add(to person: Routes<TenantContext>) {
        person.get(needs: ReadUsers.self, use: show)
        person.get("edit", needs: ManageUsers.self, use: showEdit)
        person.submit("profile", console: console, needs: ManageUsers.self, use: save)
        person.submit("role", console: console, needs: AssignRoles.self, use: assignRole)
        person.submit("invitation", console: console, needs: ManageUsers.self, use: inviteAgain)
        person.submit("enabling", console: console, needs: ManageUsers.self, use: enable)
        add(.disable, needs: ManageUsers.self, to: person) { id, _, grant throws(DomainError) in
            _ = try await administration.disable(id, grant: grant)
        }
        add(.delete, needs: ManageUsers.self, to: person) { id, _, grant throws(DomainError) in
            try await administration.delete(id, grant: grant)
        }
        add(.endSessions, needs: RevokeSessions.self, to: person, carryOut: endSessions)
    }

    /// Adds the question about an action and the form that carries it out.
    private func add<P: Permission>(
        _ action: UserAction,
        needs permission: P.Type,
        to person: Routes<TenantContext>,
        carryOut: @escaping @Sendable (User.ID, TenantContext, Grant<P>) async throws(DomainError) -> Void
    ) {
        let path = RouterPath(action.path)
        person.get(path, needs: permission) { _, context, _ in try await ask(action, context) }
        person.submit(path, console: console, needs: permission) { fields, _, context, grant in
            try fields.finish()
            return try await answer(action, context) { id throws(DomainError) in
                try await carryOut(id, context, grant)
            }
        }
    }

    private var administration: UserAdministration { console.services.users }

    private func id(_ context: TenantContext) throws -> User.ID { try context.id("user", of: .user) }

    // MARK: Reading

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        try await page(of: id(context), grant, context)
    }

    private func page(
        of id: User.ID,
        _ grant: Grant<ReadUsers>,
        _ context: TenantContext,
        notice: NoticeView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let found = try await administration.user(id, grant: grant)
        let life = try await UserActivity(of: id, console, context)
        var frame = try await console.frame(
            found.summary.user.title,
            at: ConsolePaths.users(context.tenant.slug),
            context
        )
        if let notice { frame = frame.saying(notice) }
        let view = UserView(
            found.summary,
            role: found.role,
            identities: found.identities,
            life: life,
            roles: try await console.roleTitles(context),
            frame: frame,
            console,
            context
        )
        return console.page(view, context, status: status)
    }

    /// After a form that was not carried out.
    private func pageAgain(
        _ id: User.ID,
        _ notice: NoticeView,
        _ status: HTTPResponse.Status,
        _ context: TenantContext
    ) async throws -> Response {
        let grant = try context.grant(ReadUsers.self)
        return try await page(of: id, grant, context, notice: notice, status: status)
    }

    private func person(_ context: TenantContext) async throws -> User {
        try await administration.user(id(context), grant: context.grant(ReadUsers.self)).summary.user
    }

    // MARK: Changing

    @Sendable private func showEdit(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageUsers>
    ) async throws -> Response {
        let user = try await person(context)
        return try await editPage(user, UserForm.Typed(user), context)
    }

    @Sendable private func save(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let user = try await person(context)
        let typed = UserForm.Typed(&fields, withRole: false)
        do throws(DomainError) {
            try fields.finish()
            let edit = UserAdministration.Edit(email: typed.email, name: typed.name)
            _ = try await administration.update(user.id, edit, grant: grant)
            return console.seeOther(ConsolePaths.user(user.id, context.tenant.slug), flash: .userSaved)
        } catch {
            if case .invalid(let problems) = error {
                return try await editPage(user, typed, context, FormProblems(problems), status: .unprocessableContent)
            }
            let refusal = try await console.refusal(error, at: "email", context)
            return try await editPage(user, typed, context, errors: refusal.errors, status: refusal.status)
        }
    }

    private func editPage(
        _ user: User,
        _ typed: UserForm.Typed,
        _ context: TenantContext,
        _ problems: FormProblems = FormProblems([]),
        errors: FormErrorsView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let slug = context.tenant.slug
        let form = UserForm(purpose: .edit(user), typed: typed, problems: problems, errors: errors)
        let view = form.view(
            frame: try await console.frame(form.purpose.title, at: ConsolePaths.users(slug), context),
            form: console.form(form.purpose.action(slug), context),
            roles: nil,
            slug
        )
        return console.page(view, context, status: status)
    }

    @Sendable private func assignRole(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<AssignRoles>
    ) async throws -> Response {
        let id = try id(context)
        let role = fields.text("role", maximum: Role.Name.maximumLength)
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.assign(role: role, to: id, grant: grant)
            return console.seeOther(ConsolePaths.user(id, context.tenant.slug), flash: .roleAssigned)
        } catch {
            if case .invalid(let problems) = error {
                let notice = NoticeView(.failed, "The role was not changed. \(FormProblems(problems)["role"] ?? "")")
                return try await pageAgain(id, notice, .unprocessableContent, context)
            }
            let refusal = try await console.refusal(error, context)
            return try await pageAgain(id, refusal.notice, refusal.status, context)
        }
    }

    @Sendable private func inviteAgain(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let user = try await person(context)
        try fields.finish()
        let link: Credential
        do {
            link = try await administration.inviteAgain(user.id, grant: grant)
        } catch {
            guard case .invalid = error else { throw error }
            let notice = NoticeView(.failed, "This user has already accepted an invitation.")
            return try await pageAgain(user.id, notice, .unprocessableContent, context)
        }
        return try await console.invitationPage(user, link, context)
    }

    @Sendable private func enable(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let id = try id(context)
        try fields.finish()
        _ = try await administration.enable(id, grant: grant)
        return console.seeOther(ConsolePaths.user(id, context.tenant.slug), flash: .userEnabled)
    }

    // MARK: What is asked before

    private func ask(_ act: UserAction, _ context: TenantContext) async throws -> Response {
        if act.asksProof { try console.askProof(context.access.principal, context) }
        let grant = try context.grant(ReadUsers.self)
        let summary = try await administration.user(id(context), grant: grant).summary
        return try await console.page(
            act.question(about: summary, context),
            at: ConsolePaths.users(context.tenant.slug),
            context
        )
    }

    private func answer(
        _ act: UserAction,
        _ context: TenantContext,
        carryOut: (User.ID) async throws(DomainError) -> Void
    ) async throws -> Response {
        let id = try id(context)
        do throws(DomainError) {
            try await carryOut(id)
        } catch {
            let refusal = try await console.refusal(error, context)
            let grant = try context.grant(ReadUsers.self)
            let summary = try await administration.user(id, grant: grant).summary
            return try await console.page(
                act.question(about: summary, context),
                at: ConsolePaths.users(context.tenant.slug),
                context,
                refusal: refusal
            )
        }
        let slug = context.tenant.slug
        return console.seeOther(
            act == .delete ? ConsolePaths.users(slug) : ConsolePaths.user(id, slug),
            flash: act.done(isSelf: context.isSelf(id))
        )
    }

    @Sendable private func endSessions(
        of id: User.ID,
        _ context: TenantContext,
        grant: Grant<RevokeSessions>
    ) async throws(DomainError) {
        let reading = try context.grant(ReadUsers.self)
        _ = try await administration.user(id, grant: reading)
        _ = try await console.services.sessions.end(SessionFilter(user: id), grant: grant)
    }
}
