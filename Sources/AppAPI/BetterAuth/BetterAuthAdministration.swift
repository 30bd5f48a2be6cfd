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
        addReading(to: routes)
        addUsers(to: fresh)
        addSessions(reading: routes, changing: fresh)
        addAccess(to: fresh)
        routes.post("has-permission", operation: "betterAuthHasPermission", use: hasPermission)
    }

    private func addReading(to routes: Routes<APIContext>) {
        routes.doing(.listUsers, services.refusals).get(
            "list-users",
            operation: "betterAuthListUsers",
            needs: ReadUsers.self,
            use: listUsers
        )
        routes.doing(.getUser, services.refusals).get(
            "get-user",
            operation: "betterAuthGetUser",
            needs: ReadUsers.self,
            use: getUser
        )
    }

    private func addUsers(to fresh: Routes<APIContext>) {
        fresh.doing(.createUsers, services.refusals).post(
            "create-user",
            operation: "betterAuthCreateUser",
            needs: ManageUsers.self,
            use: createUser
        )
        fresh.doing(.updateUsers, services.refusals).post(
            "update-user",
            operation: "betterAuthReviseUser",
            needs: ManageUsers.self,
            use: updateUser
        )
        fresh.doing(.changeRole, services.refusals).post(
            "set-role",
            operation: "betterAuthSetRole",
            needs: AssignRoles.self,
            use: setRole
        )
        let bans = fresh.doing(.banUsers, services.refusals)
        bans.post("ban-user", operation: "betterAuthBanUser", needs: ManageUsers.self, use: banUser)
        bans.post("unban-user", operation: "betterAuthUnbanUser", needs: ManageUsers.self, use: unbanUser)
    }

    private func addSessions(reading routes: Routes<APIContext>, changing fresh: Routes<APIContext>) {
        routes.doing(.listSessions, services.refusals).post(
            "list-user-sessions",
            operation: "betterAuthListUserSessions",
            needs: ReadSessions.self,
            use: listSessions
        )
        let revocations = fresh.doing(.revokeSessions, services.refusals)
        revocations.post(
            "revoke-user-session",
            operation: "betterAuthRevokeUserSession",
            needs: RevokeSessions.self,
            use: revokeSession
        )
        revocations.post(
            "revoke-user-sessions",
            operation: "betterAuthRevokeUserSessions",
            needs: RevokeSessions.self,
            use: revokeSessions
        )
    }

    private func addAccess(to fresh: Routes<APIContext>) {
        fresh.doing(.deleteUsers, services.refusals).post(
            "remove-user",
            operation: "betterAuthRemoveUser",
            needs: ManageUsers.self,
            use: removeUser
        )
        fresh.doing(.setPassword, services.refusals).post(
            "set-user-password",
            operation: "betterAuthSetUserPassword",
            needs: ManageUsers.self,
            use: setPassword
        )
        fresh.doing(.impersonateUsers, services.refusals).post(
            "impersonate-user",
            operation: "betterAuthImpersonateUser",
            needs: ImpersonateUsers.self,
            use: impersonate
        )
    }

    private static func wrapped(_ user: User) -> Response {
        .json(["user": ResponseSchema<User>.betterAuthUser.json(user)])
    }
}

/// The routes for users.
extension BetterAuthAdministration {
    @Sendable private func listUsers(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
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
        return .json(.object(object))
    }

    @Sendable private func getUser(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let id = fields.text("id", maximum: BetterAuthAdministrationBody.idMaximumLength)
        try fields.finish(.ignored)
        guard let id = User.ID(id) else { throw DomainError.notFound(.user) }
        let user = try await services.users.user(id, grant: grant).summary.user
        return .json(ResponseSchema<User>.betterAuthUser.json(user))
    }

    @Sendable private func createUser(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let body = try await BetterAuthAdministrationBody.NewUser(request)
        let user = try await services.users.create(body.draft, grant: grant)
        guard let revision = body.revision else { return Self.wrapped(user) }
        return Self.wrapped(try await services.users.revise(user.id, revision, grant: grant))
    }

    @Sendable private func updateUser(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let body = try await BetterAuthAdministrationBody.Revision(request)
        guard let id = body.user else { throw DomainError.notFound(.user) }
        if let role = body.role {
            _ = try await services.users.assign(role: role, to: id, grant: context.grant(AssignRoles.self))
        }
        let user = try await services.users.revise(id, body.revision, grant: grant)
        return .json(ResponseSchema<User>.betterAuthUser.json(user))
    }

    @Sendable private func setRole(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<AssignRoles>
    ) async throws -> Response {
        let (id, role) = try await BetterAuthAdministrationBody.role(request)
        guard let id else { throw DomainError.notFound(.user) }
        return Self.wrapped(try await services.users.assign(role: role, to: id, grant: grant))
    }

    @Sendable private func banUser(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let body = try await BetterAuthAdministrationBody.Ban(request, at: services.now())
        guard let id = body.user else { throw DomainError.notFound(.user) }
        return Self.wrapped(try await services.users.revise(id, body.revision, grant: grant))
    }

    @Sendable private func unbanUser(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let id = try await BetterAuthAdministrationBody.user(request)
        return Self.wrapped(try await services.users.enable(id, grant: grant))
    }

    @Sendable private func removeUser(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        try await services.users.delete(try await BetterAuthAdministrationBody.user(request), grant: grant)
        return .json(["success": true])
    }

    @Sendable private func setPassword(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let (id, revision) = try await BetterAuthAdministrationBody.password(request)
        guard let id else { throw DomainError.notFound(.user) }
        _ = try await services.users.revise(id, revision, grant: grant)
        return .json(["status": true])
    }
}

/// The routes for sessions and permissions.
extension BetterAuthAdministration {
    @Sendable private func listSessions(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<ReadSessions>
    ) async throws -> Response {
        let filter = SessionFilter(user: try await BetterAuthAdministrationBody.user(request), kind: .app, life: .alive)
        let page = try await services.sessions.page(
            filter,
            PageRequest(limit: PageRequest.limits.upperBound),
            grant: grant
        )
        let shape = ResponseSchema<BetterAuthSession>.betterAuthSession
        return .json(["sessions": .array(page.items.map { shape.json(BetterAuthSession(session: $0.session)) })])
    }

    /// As upstream, revoking an unknown session succeeds.
    @Sendable private func revokeSession(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        guard let id = try await BetterAuthAdministrationBody.session(request) else { return .json(["success": true]) }
        do throws(DomainError) { try await services.sessions.end(id, grant: grant) } catch {
            guard error == .notFound(.session) else { throw error }
        }
        return .json(["success": true])
    }

    @Sendable private func revokeSessions(
        _ request: Request,
        _ context: APIContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        let id = try await BetterAuthAdministrationBody.user(request)
        // A filter would silently skip a user of higher rank.
        let role = try await services.users.user(id, grant: context.grant(ReadUsers.self)).role
        try grant.principal.mayAct(onRank: role.rank)
        _ = try await services.sessions.end(SessionFilter(user: id), grant: grant)
        return .json(["success": true])
    }

    @Sendable private func hasPermission(_ request: Request, _ context: APIContext) async throws -> Response {
        let wanted = try await BetterAuthAdministrationBody.permissions(request)
        let isAllowed = wanted.allSatisfy { name in name.map(context.access.allows) ?? false }
        return .json(["error": .null, "success": .bool(isAllowed)])
    }
}
