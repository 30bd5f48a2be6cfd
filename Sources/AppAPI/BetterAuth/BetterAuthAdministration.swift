import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The admin plugin of Better Auth, under `/api/auth/admin`, with the use cases of the console: rank, the last
/// administrator and the audit apply here too.
///
/// It differs from upstream on purpose: a user has one role, not a list; `sessionToken` is the handle that a list
/// shows; users with any permission cannot be impersonated.
struct BetterAuthAdministration: Sendable {
    let services: Services
    let sessions: BetterAuthSessions

    /// - Parameter fresh: the routes that change data, which require a recent sign-in.
    func add(reading routes: Routes<APIContext>, changing fresh: Routes<APIContext>) {
        routes.get("list-users", operation: "betterAuthListUsers", needs: .readUsers, use: listUsers)
        routes.get("get-user", operation: "betterAuthGetUser", needs: .readUsers, use: getUser)
        fresh.post("create-user", operation: "betterAuthCreateUser", needs: .manageUsers, use: createUser)
        fresh.post("update-user", operation: "betterAuthReviseUser", needs: .manageUsers, use: updateUser)
        fresh.post("set-role", operation: "betterAuthSetRole", needs: .assignRoles, use: setRole)
        fresh.post("ban-user", operation: "betterAuthBanUser", needs: .manageUsers, use: banUser)
        fresh.post("unban-user", operation: "betterAuthUnbanUser", needs: .manageUsers, use: unbanUser)
        routes.post(
            "list-user-sessions",
            operation: "betterAuthListUserSessions",
            needs: .readSessions,
            use: listSessions
        )
        fresh.post(
            "revoke-user-session",
            operation: "betterAuthRevokeUserSession",
            needs: .revokeSessions,
            use: revokeSession
        )
        fresh.post(
            "revoke-user-sessions",
            operation: "betterAuthRevokeUserSessions",
            needs: .revokeSessions,
            use: revokeSessions
        )
        fresh.post("remove-user", operation: "betterAuthRemoveUser", needs: .manageUsers, use: removeUser)
        fresh.post("set-user-password", operation: "betterAuthSetUserPassword", needs: .manageUsers, use: setPassword)
        fresh.post(
            "impersonate-user",
            operation: "betterAuthImpersonateUser",
            needs: .impersonateUsers,
            use: impersonate
        )
        routes.post("has-permission", operation: "betterAuthHasPermission", use: hasPermission)
    }

    private func answer(
        _ action: BetterAuthAction,
        _ request: Request,
        _ context: APIContext,
        _ body: () async throws -> JSONValue
    ) async throws -> Response {
        .json(try await telling(action, request, context, body))
    }

    /// Converts errors to upstream's, and records an audit entry when a change was denied.
    func telling<Outcome>(
        _ action: BetterAuthAction,
        _ request: Request,
        _ context: APIContext,
        _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        do { return try await body() } catch let error as DomainError {
            if case .denied(let denial) = error, request.method != .get {
                try await services.refusals.record(
                    denial,
                    attempt: "\(request.method.rawValue) \(context.endpointPath ?? "")",
                    by: context.access
                )
            }
            throw WebFailure(betterAuth: error, doing: action)
        }
    }

    private static func wrapped(_ user: User) -> JSONValue { ["user": ResponseSchema<User>.betterAuthUser.json(user)] }
}

/// The routes for users.
extension BetterAuthAdministration {
    @Sendable private func listUsers(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.listUsers, request, context) {
            let grant = try context.grant(ReadUsers.self)
            let wish = try BetterAuthUserList(request)
            let page = try await services.users.directory(
                wish.query,
                skipping: wish.offset ?? 0,
                limit: wish.limit ?? BetterAuthUserList.defaultLimit,
                grant: grant
            )
            var object: JSONObject = [
                "users": .array(page.users.map(ResponseSchema<User>.betterAuthUser.json)), "total": .init(page.total),
            ]
            object.append("limit", wish.limit.map { .init($0) })
            object.append("offset", wish.offset.map { .init($0) })
            return .object(object)
        }
    }

    @Sendable private func getUser(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.getUser, request, context) {
            let grant = try context.grant(ReadUsers.self)
            var fields = try request.programQueryFields()
            let id = fields.text("id", maximum: BetterAuthAdministrationBody.idMaximumLength)
            try fields.finish(.ignored)
            guard let id = User.ID(id) else { throw DomainError.notFound(.user) }
            return ResponseSchema<User>.betterAuthUser.json(
                try await services.users.user(id, grant: grant).summary.user
            )
        }
    }

    @Sendable private func createUser(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.createUsers, request, context) {
            let grant = try context.grant(ManageUsers.self)
            let body = try await BetterAuthAdministrationBody.NewUser(request)
            let user = try await services.users.create(body.draft, grant: grant)
            guard let revision = body.revision else { return Self.wrapped(user) }
            return Self.wrapped(try await services.users.revise(user.id, revision, grant: grant))
        }
    }

    @Sendable private func updateUser(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.updateUsers, request, context) {
            let grant = try context.grant(ManageUsers.self)
            let body = try await BetterAuthAdministrationBody.Revision(request)
            guard let id = body.user else { throw DomainError.notFound(.user) }
            if let role = body.role {
                _ = try await services.users.assign(role: role, to: id, grant: context.grant())
            }
            return ResponseSchema<User>.betterAuthUser.json(
                try await services.users.revise(id, body.revision, grant: grant)
            )
        }
    }

    @Sendable private func setRole(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.changeRole, request, context) {
            let grant = try context.grant(AssignRoles.self)
            let (id, role) = try await BetterAuthAdministrationBody.role(request)
            guard let id else { throw DomainError.notFound(.user) }
            return Self.wrapped(try await services.users.assign(role: role, to: id, grant: grant))
        }
    }

    @Sendable private func banUser(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.banUsers, request, context) {
            let grant = try context.grant(ManageUsers.self)
            let body = try await BetterAuthAdministrationBody.Ban(request, at: services.now())
            guard let id = body.user else { throw DomainError.notFound(.user) }
            return Self.wrapped(try await services.users.revise(id, body.revision, grant: grant))
        }
    }

    @Sendable private func unbanUser(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.banUsers, request, context) {
            let grant = try context.grant(ManageUsers.self)
            let id = try await BetterAuthAdministrationBody.user(request)
            return Self.wrapped(try await services.users.enable(id, grant: grant))
        }
    }

    @Sendable private func removeUser(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.deleteUsers, request, context) {
            let grant = try context.grant(ManageUsers.self)
            try await services.users.delete(try await BetterAuthAdministrationBody.user(request), grant: grant)
            return ["success": true]
        }
    }

    @Sendable private func setPassword(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.setPassword, request, context) {
            let grant = try context.grant(ManageUsers.self)
            let (id, revision) = try await BetterAuthAdministrationBody.password(request)
            guard let id else { throw DomainError.notFound(.user) }
            _ = try await services.users.revise(id, revision, grant: grant)
            return ["status": true]
        }
    }
}

/// The routes for sessions and permissions.
extension BetterAuthAdministration {
    @Sendable private func listSessions(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.listSessions, request, context) {
            let grant = try context.grant(ReadSessions.self)
            let filter = SessionFilter(
                user: try await BetterAuthAdministrationBody.user(request),
                kind: .app,
                life: .alive
            )
            let page = try await services.sessions.page(
                filter,
                PageRequest(limit: PageRequest.limits.upperBound),
                grant: grant
            )
            let shape = ResponseSchema<BetterAuthSession>.betterAuthSession
            return ["sessions": .array(page.items.map { shape.json(BetterAuthSession(session: $0.session)) })]
        }
    }

    /// As upstream, revoking an unknown session succeeds.
    @Sendable private func revokeSession(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.revokeSessions, request, context) {
            let grant = try context.grant(RevokeSessions.self)
            guard let id = try await BetterAuthAdministrationBody.session(request) else { return ["success": true] }
            do throws(DomainError) { try await services.sessions.end(id, grant: grant) } catch {
                guard error == .notFound(.session) else { throw error }
            }
            return ["success": true]
        }
    }

    @Sendable private func revokeSessions(_ request: Request, _ context: APIContext) async throws -> Response {
        try await answer(.revokeSessions, request, context) {
            let grant = try context.grant(RevokeSessions.self)
            let id = try await BetterAuthAdministrationBody.user(request)
            // A filter would silently skip a user of higher rank.
            let role = try await services.users.user(id, grant: context.grant()).role
            try grant.principal.mayAct(onRank: role.rank)
            _ = try await services.sessions.end(SessionFilter(user: id), grant: grant)
            return ["success": true]
        }
    }

    @Sendable private func hasPermission(_ request: Request, _ context: APIContext) async throws -> Response {
        let wanted = try await BetterAuthAdministrationBody.permissions(request)
        let isAllowed = wanted.allSatisfy { name in name.map(context.access.allows) ?? false }
        return .json(["error": .null, "success": .bool(isAllowed)])
    }
}

extension WebFailure {
    /// Uses upstream's code where it has one.
    fileprivate init(betterAuth error: DomainError, doing action: BetterAuthAction) {
        switch error {
        case .denied(.ownAccount) where action == .banUsers:
            self.init(
                .badRequest,
                "you_cannot_ban_yourself",
                title: "One's own account",
                detail: "You cannot ban yourself."
            )
        case .denied(.ownAccount) where action == .deleteUsers:
            self.init(
                .badRequest,
                "you_cannot_remove_yourself",
                title: "One's own account",
                detail: "You cannot remove yourself."
            )
        case .denied(.ownAccount) where action == .setPassword:
            self.init(
                .forbidden,
                "you_are_not_allowed_to_set_users_password",
                title: "One's own account",
                detail: "Change your own password as everyone does: with the current one.",
                cause: error
            )
        case .denied(.outranked) where action == .impersonateUsers:
            self.init(
                .forbidden,
                "you_cannot_impersonate_admins",
                title: "Not as this person",
                detail: "You cannot impersonate admins.",
                cause: error
            )
        case .denied(.proofNeeded): self = .sessionNotFresh
        case .denied:
            let words = action.rawValue.replacing("_", with: " ")
            self.init(
                .forbidden,
                "you_are_not_allowed_to_\(action.rawValue)",
                title: "Not allowed",
                detail: "You are not allowed to \(words).",
                cause: error
            )
        case .conflict(.emailTaken):
            self.init(
                .badRequest,
                "user_already_exists_use_another_email",
                title: "The address is taken",
                detail: "User already exists. Use another email.",
                cause: error
            )
        case .invalid(let problems) where problems.count == 1 && problems[0].isForeignRole:
            self.init(
                .badRequest,
                "you_are_not_allowed_to_set_non_existent_value",
                title: "There is no such role",
                detail: "You are not allowed to set a non-existent role value.",
                cause: error
            )
        default: self.init(error)
        }
    }
}

extension FieldProblem {
    /// Whether the error names a role that the tenant does not have.
    fileprivate var isForeignRole: Bool {
        guard field == "role", case .malformed = rule else { return false }
        return true
    }
}
