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
    private typealias AdministrationInputs = BetterAuthAdministrationInputs

    let denials: DenialAudit
    let impersonation: Impersonation
    let now: @Sendable () -> Timestamp
    let sessionAdministration: SessionAdministration
    let users: UserAdministration
    let sessions: BetterAuthSessions

    /// - Parameter fresh: the routes that change data, which require a recent sign-in.
    func add(reading routes: Routes<APIContext>, changing fresh: Routes<APIContext>) {
        addUsers(reading: routes, changing: fresh)
        addSessions(reading: routes, changing: fresh)
        addAccess(to: fresh)
        routes.post("has-permission", operation: "betterAuthHasPermission", use: hasPermission)
    }

    private func addUsers(reading routes: Routes<APIContext>, changing fresh: Routes<APIContext>) {
        routes.doing(.listUsers, denials).needs(ReadUsers.self)
            .get("list-users", operation: "betterAuthListUsers", use: listUsers)
        routes.doing(.getUser, denials).needs(ReadUsers.self)
            .get("get-user", operation: "betterAuthGetUser", use: getUser)
        fresh.doing(.createUsers, denials).needs(ManageUsers.self)
            .post("create-user", operation: "betterAuthCreateUser", use: createUser)
        fresh.doing(.updateUsers, denials).needs(ManageUsers.self)
            .post("update-user", operation: "betterAuthReviseUser", use: updateUser)
        fresh.doing(.changeRole, denials).needs(AssignRoles.self)
            .post("set-role", operation: "betterAuthSetRole", use: setRole)
        let bans = fresh.doing(.banUsers, denials).needs(ManageUsers.self)
        bans.post("ban-user", operation: "betterAuthBanUser", use: banUser)
        bans.post("unban-user", operation: "betterAuthUnbanUser", use: unbanUser)
    }

    private func addSessions(reading routes: Routes<APIContext>, changing fresh: Routes<APIContext>) {
        routes.doing(.listSessions, denials).needs(ReadSessions.self)
            .post("list-user-sessions", operation: "betterAuthListUserSessions", use: listSessions)
        let revocations = fresh.doing(.revokeSessions, denials).needs(RevokeSessions.self)
        revocations.post("revoke-user-session", operation: "betterAuthRevokeUserSession", use: revokeSession)
        revocations.post("revoke-user-sessions", operation: "betterAuthRevokeUserSessions", use: revokeSessions)
    }

    private func addAccess(to fresh: Routes<APIContext>) {
        fresh.doing(.deleteUsers, denials).needs(ManageUsers.self)
            .post("remove-user", operation: "betterAuthRemoveUser", use: removeUser)
        fresh.doing(.setPassword, denials).needs(ManageUsers.self)
            .post("set-user-password", operation: "betterAuthSetUserPassword", use: setPassword)
        fresh.doing(.impersonateUsers, denials).needs(ImpersonateUsers.self)
            .post("impersonate-user", operation: "betterAuthImpersonateUser", use: impersonate)
    }

    /// Reads the user that a body names.
    static func user(_ request: Request) async throws -> User.ID {
        try known(await request.betterAuthBody(AdministrationInputs.user))
    }

    private static func known(_ id: User.ID?) throws(DomainError) -> User.ID {
        guard let id else { throw .notFound(.user) }
        return id
    }

    private static func wrapped(_ user: User) -> Response {
        .json(["user": ResponseSchema<User>.betterAuthUser.json(user)])
    }
}

/// The routes for users.
extension BetterAuthAdministration {
    private func listUsers(_ call: APICall<ReadUsers>) async throws -> Response {
        let listQuery = try call.request.query(BetterAuthUserList.inputs)
        let page = try await users.directory(
            listQuery.query,
            skipping: listQuery.offset ?? 0,
            limit: listQuery.limit ?? BetterAuthUserList.defaultLimit,
            grant: call.grant
        )
        var object: JSONObject = [
            "users": .array(page.users.map(ResponseSchema<User>.betterAuthUser.json)), "total": .init(page.total),
        ]
        object.append("limit", listQuery.limit.map { .init($0) })
        object.append("offset", listQuery.offset.map { .init($0) })
        return .json(.object(object))
    }

    private func getUser(_ call: APICall<ReadUsers>) async throws -> Response {
        let id = try Self.known(call.request.query(AdministrationInputs.userQuery))
        let user = try await users.user(id, grant: call.grant).summary.user
        return .json(ResponseSchema<User>.betterAuthUser.json(user))
    }

    private func createUser(_ call: APICall<ManageUsers>) async throws -> Response {
        let body = try await call.request.betterAuthBody(AdministrationInputs.newUser)
        let user = try await users.create(body.draft, grant: call.grant)
        guard let revision = body.revision else { return Self.wrapped(user) }
        return Self.wrapped(try await users.revise(user.id, revision, grant: call.grant))
    }

    private func updateUser(_ call: APICall<ManageUsers>) async throws -> Response {
        let body = try await call.request.betterAuthBody(AdministrationInputs.revision)
        guard !body.data.isEmpty else { throw WebFailure.noData }
        guard body.data["password"] == nil else { throw WebFailure.passwordInData }
        let (role, revision) = try AdministrationInputs.changes(body.data)
        let id = try Self.known(body.user)
        if let role { _ = try await users.assign(role: role, to: id, grant: call.grant(AssignRoles.self)) }
        let user = try await users.revise(id, revision, grant: call.grant)
        return .json(ResponseSchema<User>.betterAuthUser.json(user))
    }

    private func setRole(_ call: APICall<AssignRoles>) async throws -> Response {
        let body = try await call.request.betterAuthBody(AdministrationInputs.roleAssignment)
        let id = try Self.known(body.user)
        return Self.wrapped(try await users.assign(role: body.role, to: id, grant: call.grant))
    }

    private func banUser(_ call: APICall<ManageUsers>) async throws -> Response {
        let body = try await call.request.betterAuthBody(AdministrationInputs.ban)
        let revision = body.revision(at: now())
        return Self.wrapped(try await users.revise(Self.known(body.user), revision, grant: call.grant))
    }

    private func unbanUser(_ call: APICall<ManageUsers>) async throws -> Response {
        Self.wrapped(try await users.enable(Self.user(call.request), grant: call.grant))
    }

    private func removeUser(_ call: APICall<ManageUsers>) async throws -> Response {
        try await users.delete(Self.user(call.request), grant: call.grant)
        return .json(["success": true])
    }

    private func setPassword(_ call: APICall<ManageUsers>) async throws -> Response {
        let body = try await call.request.betterAuthBody(AdministrationInputs.password)
        _ = try await users.revise(Self.known(body.user), body.revision, grant: call.grant)
        return .json(["status": true])
    }
}

/// The routes for sessions and permissions.
extension BetterAuthAdministration {
    private func listSessions(_ call: APICall<ReadSessions>) async throws -> Response {
        let filter = SessionFilter(user: try await Self.user(call.request), kind: .app, life: .alive)
        let page = try await sessionAdministration.page(
            filter,
            PageRequest(limit: PageRequest.limits.upperBound),
            grant: call.grant
        )
        let shape = ResponseSchema<BetterAuthSession>.betterAuthSession
        return .json(["sessions": .array(page.items.map { shape.json(BetterAuthSession(session: $0.session)) })])
    }

    /// As upstream, revoking an unknown session succeeds.
    private func revokeSession(_ call: APICall<RevokeSessions>) async throws -> Response {
        guard let id = try await call.request.betterAuthBody(AdministrationInputs.session) else {
            return .json(["success": true])
        }
        do throws(DomainError) { try await sessionAdministration.end(id, grant: call.grant) } catch {
            guard error == .notFound(.session) else { throw error }
        }
        return .json(["success": true])
    }

    private func revokeSessions(_ call: APICall<RevokeSessions>) async throws -> Response {
        let id = try await Self.user(call.request)
        // A filter would silently skip a user of higher rank.
        let role = try await users.user(id, grant: call.grant(ReadUsers.self)).role
        try call.grant.principal.mayAct(onRank: role.rank)
        _ = try await sessionAdministration.end(SessionFilter(user: id), grant: call.grant)
        return .json(["success": true])
    }

    private func hasPermission(_ call: PlainCall<APIContext>) async throws -> Response {
        let wanted = try await call.request.betterAuthBody(AdministrationInputs.permissions)
        let isAllowed = wanted.allSatisfy { name in name.map(call.context.access.allows) ?? false }
        return .json(["error": .null, "success": .bool(isAllowed)])
    }
}

/// Starts impersonation. A browser keeps the administrator's own session in a second cookie; an app keeps its token.
extension BetterAuthAdministration {
    private func impersonate(_ call: APICall<ImpersonateUsers>) async throws -> Response {
        let own = sessions.browserToken(in: call.request.headers)
        let id = try await Self.user(call.request)
        let device = Device(headers: call.request.headers)
        let signedIn = try await impersonation.begin(as: id, on: device, grant: call.grant)
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: signedIn.session, token: signedIn.token.text),
            user: signedIn.user
        )
        var response = sessions.sessionResponse(
            signedIn.token.text,
            ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence),
            isRemembered: false
        )
        if let own { response.addCookie(sessions.cookie.keepingAdministrator(own)) }
        return response
    }
}
