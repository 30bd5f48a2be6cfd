import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Shows one user, and acts on them.
struct UserDetailRoutes {
    let console: Console

    func add(to user: Routes<TenantContext>) {
        user.get(needs: ReadUsers.self, use: show)
        user.get("edit", needs: ManageUsers.self, use: showEdit)
        user.submit("profile", console: console, needs: ManageUsers.self, use: save)
        user.submit("role", console: console, needs: AssignRoles.self, use: assignRole)
        user.submit("invitation", console: console, needs: ManageUsers.self, use: inviteAgain)
        user.submit("enabling", console: console, needs: ManageUsers.self, use: enable)
        add(.disable, needs: ManageUsers.self, to: user) { id, _, grant throws(DomainError) in
            _ = try await administration.disable(id, grant: grant)
        }
        add(.delete, needs: ManageUsers.self, to: user) { id, _, grant throws(DomainError) in
            try await administration.delete(id, grant: grant)
        }
        add(.endSessions, needs: RevokeSessions.self, to: user, carryOut: endSessions)
    }

    /// Adds the question about an action and the form that carries it out.
    private func add<P: Permission>(
        _ action: UserAction,
        needs permission: P.Type,
        to user: Routes<TenantContext>,
        carryOut: @escaping @Sendable (User.ID, TenantContext, Grant<P>) async throws(DomainError) -> Void
    ) {
        let path = RouterPath(action.path)
        user.get(path, needs: permission) { _, context, _ in try await ask(action, context) }
        user.submit(path, console: console, needs: permission) { fields, _, context, grant in
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
        let page = try await console.page(context)
        return page.response(UserView(try await details(page, context, grant), page))
    }

    private func details(
        _ page: TenantPage,
        _ context: TenantContext,
        _ grant: Grant<ReadUsers>,
        notice: NoticeView? = nil
    ) async throws -> UserDetails {
        let found = try await administration.user(id(context), grant: grant)
        return UserDetails(
            summary: found.summary,
            role: found.role,
            identities: found.identities,
            activity: try await UserActivity(of: found.summary.user.id, console, context),
            roles: try await console.roleTitles(page),
            notice: notice
        )
    }

    /// The page after a form that was not carried out.
    private func showAgain(
        _ notice: NoticeView,
        _ status: HTTPResponse.Status,
        _ page: TenantPage,
        _ context: TenantContext
    ) async throws -> Response {
        let details = try await details(page, context, context.grant(ReadUsers.self), notice: notice)
        return page.response(UserView(details, page), status: status)
    }

    private func summary(_ context: TenantContext) async throws -> UserSummary {
        try await administration.user(id(context), grant: context.grant(ReadUsers.self)).summary
    }

    // MARK: Changing

    @Sendable private func showEdit(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageUsers>
    ) async throws -> Response {
        let page = try await console.page(context)
        let user = try await summary(context).user
        return page.response(UserFormView(UserForm(.edit(user), UserForm.Typed(user), roles: nil), page))
    }

    @Sendable private func save(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let page = try await console.page(context)
        let user = try await summary(context).user
        let typed = UserForm.Typed(&fields, withRole: false)
        return try await console.answer(UserForm(.edit(user), typed, roles: nil), page, context) {
            try fields.finish()
            let edit = UserAdministration.Edit(email: typed.email, name: typed.name)
            _ = try await administration.update(user.id, edit, grant: grant)
            return page.seeOther(page.paths.user(user.id), flash: .userSaved)
        }
    }

    @Sendable private func assignRole(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<AssignRoles>
    ) async throws -> Response {
        let page = try await console.page(context)
        let id = try id(context)
        let role = fields.text("role", maximum: Role.Name.maximumLength)
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.assign(role: role, to: id, grant: grant)
            return page.seeOther(page.paths.user(id), flash: .roleAssigned)
        } catch {
            if case .invalid(let problems) = error {
                let reason = FormProblems(problems, page.texts)["role"] ?? ""
                let notice = page.texts("users.role-unchanged", ["reason": .text(reason)])
                return try await showAgain(NoticeView(.failed, notice), .unprocessableContent, page, context)
            }
            let refusal = try await console.refusal(error, context)
            return try await showAgain(refusal.notice, refusal.status, page, context)
        }
    }

    @Sendable private func inviteAgain(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let page = try await console.page(context)
        let user = try await summary(context).user
        try fields.finish()
        let link: Credential
        do {
            link = try await administration.inviteAgain(user.id, grant: grant)
        } catch {
            guard case .invalid = error else { throw error }
            let notice = NoticeView(.failed, page.texts("users.invitation-accepted"))
            return try await showAgain(notice, .unprocessableContent, page, context)
        }
        return try await console.invitationPage(user, link, page)
    }

    @Sendable private func enable(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let page = try await console.page(context)
        let id = try id(context)
        try fields.finish()
        _ = try await administration.enable(id, grant: grant)
        return page.seeOther(page.paths.user(id), flash: .userEnabled)
    }

    // MARK: Actions with a confirmation

    private func ask(_ action: UserAction, _ context: TenantContext) async throws -> Response {
        if action.asksProof { try console.askProof(context.access.principal, context) }
        let page = try await console.page(context)
        return page.response(Confirmation(action, on: try await summary(context), page), at: page.paths.users)
    }

    private func answer(
        _ action: UserAction,
        _ context: TenantContext,
        carryOut: (User.ID) async throws(DomainError) -> Void
    ) async throws -> Response {
        let page = try await console.page(context)
        let id = try id(context)
        do throws(DomainError) {
            try await carryOut(id)
        } catch {
            let refusal = try await console.refusal(error, context)
            let question = Confirmation(action, on: try await summary(context), page)
            return page.response(question, at: page.paths.users, refusal: refusal)
        }
        return page.seeOther(
            action == .delete ? page.paths.users : page.paths.user(id),
            flash: action.done(isSelf: page.access.principal.isUser(id))
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

/// An action on a user that needs a confirmation.
enum UserAction: Sendable {
    case disable, delete, endSessions

    /// Below the user's page.
    var path: String {
        switch self {
        case .disable: "disabling"
        case .delete: "deletion"
        case .endSessions: "sessions/ending"
        }
    }

    /// It is hard to undo and needs a recent proof.
    var asksProof: Bool { self != .disable }

    func done(isSelf: Bool) -> Flash {
        switch self {
        case .disable: .userDisabled
        case .delete: .userDeleted
        case .endSessions: isSelf ? .otherSessionsEnded : .sessionsEnded
        }
    }
}
