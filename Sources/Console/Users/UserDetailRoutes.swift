import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// Shows one user, and acts on them.
struct UserDetailRoutes {
    let console: Console

    func add(to user: Routes<TenantContext>) {
        user.needs(ReadUsers.self).get(use: show)
        user.needs(ManageUsers.self).get("edit", use: showEdit)
        user.needs(ManageUsers.self).submit("profile", console: console, use: save)
        user.needs(AssignRoles.self).submit("role", console: console, use: assignRole)
        user.needs(ManageUsers.self).submit("invitation", console: console, use: inviteAgain)
        user.needs(ManageUsers.self).submit("enabling", console: console, use: enable)
        add(.disable, needs: ManageUsers.self, to: user) { id, call throws(DomainError) in
            _ = try await administration.disable(id, grant: call.grant)
        }
        add(.delete, needs: ManageUsers.self, to: user) { id, call throws(DomainError) in
            try await administration.delete(id, grant: call.grant)
        }
        add(.endSessions, needs: RevokeSessions.self, to: user, carryOut: endSessions)
    }

    /// Adds the question about an action and the form that carries it out.
    private func add<P: Permission>(
        _ action: UserAction,
        needs permission: P.Type,
        to user: Routes<TenantContext>,
        carryOut: @escaping @Sendable (User.ID, Call<P>) async throws(DomainError) -> Void
    ) {
        let path = RouterPath(action.path)
        user.needs(permission).get(path) { call in try await ask(action, call) }
        user.needs(permission).submit(path, console: console) { fields, call in
            let page = console.page(call.context)
            let id: User.ID = try call.id("user", of: .user)
            return try await page.form(fields) {
                try await carryOut(id, call)
                return page.seeOther(
                    action == .delete ? page.paths.users : page.paths.user(id),
                    flash: action.done(isSelf: page.access.principal.isUser(id))
                )
            } again: { problems in
                page.view(of: try await question(action, call, page), at: page.paths.users, problems)
            }
        }
    }

    private var administration: UserAdministration { console.services.users }

    // MARK: Reading

    private func show(_ call: Call<ReadUsers>) async throws -> Response {
        let page = console.page(call.context)
        return try await page.response(view(page, call))
    }

    /// - Parameter notice: why a form was not carried out.
    private func view(
        _ page: TenantPage,
        _ call: Call<some Permission>,
        notice: NoticeView? = nil
    ) async throws -> UserView {
        let found = try await administration.user(call.id("user", of: .user), grant: call.grant(ReadUsers.self))
        let details = UserDetails(
            summary: found.summary,
            role: found.role,
            identities: found.identities,
            activity: try await console.activity(of: found.summary.user.id, call.context),
            roles: try await console.roleTitles(page),
            notice: notice
        )
        return UserView(details, page)
    }

    private func summary(_ call: Call<some Permission>) async throws -> UserSummary {
        try await administration.user(call.id("user", of: .user), grant: call.grant(ReadUsers.self)).summary
    }

    // MARK: Changing

    private func showEdit(_ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let user = try await summary(call).user
        return await page.response(UserFormView(UserForm(.edit(user), UserForm.Typed(user), roles: nil), page))
    }

    private func save(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let user = try await summary(call).user
        let (purpose, typed) = (UserForm.Purpose.edit(user), UserForm.Typed(&fields, withRole: false))
        return try await page.form(fields, at: purpose.field) {
            let edit = UserAdministration.Edit(email: typed.email, name: typed.name)
            _ = try await administration.update(user.id, edit, grant: call.grant)
            return page.seeOther(page.paths.user(user.id), flash: .userSaved)
        } again: { problems in
            UserFormView(UserForm(purpose, typed, roles: nil, problems), page)
        }
    }

    private func assignRole(_ fields: inout Fields, _ call: Call<AssignRoles>) async throws -> Response {
        let page = console.page(call.context)
        let id: User.ID = try call.id("user", of: .user)
        let role = fields.text("role", maximum: Role.Name.maximumLength)
        return try await page.form(fields) {
            _ = try await administration.assign(role: role, to: id, grant: call.grant)
            return page.seeOther(page.paths.user(id), flash: .roleAssigned)
        } again: { problems in
            let unchanged = problems["role"].map { reason in
                NoticeView(.failed, page.texts("users.role-unchanged", ["reason": .text(reason)]))
            }
            return try await view(page, call, notice: unchanged ?? problems.notice)
        }
    }

    private func inviteAgain(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let user = try await summary(call).user
        return try await page.form(fields) {
            let link = try await administration.inviteAgain(user.id, grant: call.grant)
            return await console.invitationPage(user, link, page)
        } again: { problems in
            let accepted = problems["state"].map { _ in
                NoticeView(.failed, page.texts("users.invitation-accepted"))
            }
            return try await view(page, call, notice: accepted ?? problems.notice)
        }
    }

    private func enable(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let id: User.ID = try call.id("user", of: .user)
        return try await page.form(fields) {
            _ = try await administration.enable(id, grant: call.grant)
            return page.seeOther(page.paths.user(id), flash: .userEnabled)
        } again: { problems in
            try await view(page, call, notice: problems.notice)
        }
    }

    // MARK: Actions with a confirmation

    private func ask(_ action: UserAction, _ call: Call<some Permission>) async throws -> Response {
        if action.asksProof { try console.askProof(call.context.access.principal, call.context) }
        let page = console.page(call.context)
        return try await page.response(question(action, call, page), at: page.paths.users)
    }

    private func question(
        _ action: UserAction,
        _ call: Call<some Permission>,
        _ page: TenantPage
    ) async throws -> Confirmation {
        let found = try await administration.user(call.id("user", of: .user), grant: call.grant(ReadUsers.self))
        var question = Confirmation(action, on: found.summary, page)
        guard !page.access.principal.canAct(onRank: found.role.rank) else { return question }
        question.isPossible = false
        question.sentences = [WebFailure(.denied(.outranked)).detail(page.texts)]
        return question
    }

    private func endSessions(of id: User.ID, _ call: Call<RevokeSessions>) async throws(DomainError) {
        let role = try await administration.user(id, grant: call.grant(ReadUsers.self)).role
        // A filter would silently skip a user of higher rank.
        try call.grant.principal.mayAct(onRank: role.rank)
        _ = try await console.services.sessions.end(SessionFilter(user: id), grant: call.grant)
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
