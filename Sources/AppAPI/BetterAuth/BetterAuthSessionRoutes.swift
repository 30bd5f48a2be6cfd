import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The routes for the user's own sessions.
struct BetterAuthSessionRoutes: Sendable {
    let services: Services
    let sessions: BetterAuthSessions
    let browserSessions: BetterAuthMultiSession
    let impersonation: BetterAuthReturn

    /// Adds the routes that answer without a session too.
    func add(to app: Routes<AppContext>) {
        app.get("get-session", operation: "betterAuthGetSession", use: getSession)
        app.post("sign-out", operation: "betterAuthSignOut", use: signOut)
    }

    func addOwn(to person: Routes<SignedInContext>) {
        person.get("list-sessions", operation: "betterAuthListSessions", use: listSessions)
        person.post("revoke-session", operation: "betterAuthRevokeSession", use: revokeSession)
        person.post("revoke-other-sessions", operation: "betterAuthRevokeOtherSessions", use: revokeOtherSessions)
        person.post("revoke-sessions", operation: "betterAuthRevokeSessions", use: revokeSessions)
    }

    @Sendable private func getSession(_ request: Request, _ context: AppContext) async throws -> Response {
        guard let session = try await sessions.session(of: request, in: context) else {
            return try await impersonation.returning(request, context.tenant) ?? sessions.ended(.null, request)
        }
        // Scripts of a page cannot read the cookie, so the response must not contain its token.
        let token = session.carrier == .bearer ? session.token : nil
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: session.record.session, token: token),
            user: session.record.user
        )
        return .json(ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence))
    }

    @Sendable private func signOut(_ request: Request, _ context: AppContext) async throws -> Response {
        let session = try await sessions.session(of: request, in: context)
        try await BetterAuthBody.nothing(request)
        // A bearer token selects the app's session; cookies do not apply.
        let isBrowser = request.headers[.authorization] == nil
        if isBrowser,
            try browserSessions.areBrought(by: request)
                || sessions.cookie.administratorToken(in: request.headers) != nil
        {
            try await sessions.origins.check(request, of: context.tenant)
        }
        if let session { try await services.ownSessions.signOut(session.record, from: context.origin) }
        var response = sessions.ended(["success": true], request)
        guard isBrowser else { return response }
        try await impersonation.endAdministrator(request, context.tenant, from: context.origin)
        for cookie in try await browserSessions.end(request, context) { response.addCookie(cookie) }
        return response
    }

    @Sendable private func listSessions(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let list = try await services.ownSessions.list(of: context.record)
        return .json(
            .array(
                list.map { ResponseSchema<BetterAuthSession>.betterAuthSession.json(BetterAuthSession(session: $0)) }
            )
        )
    }

    /// Accepts the handle of a session, or the token of one of the user's own sessions.
    @Sendable private func revokeSession(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let token = try await BetterAuthBody.token(request)
        if let id = try await sessionID(token, context) {
            try await services.ownSessions.end(id, by: context.record, from: context.origin)
        }
        return .json(["status": true])
    }

    private func sessionID(_ token: String, _ context: SignedInContext) async throws -> Session.ID? {
        if let id = Session.ID(token) { return id }
        guard let other = try await sessions.record(of: token, in: context.tenant),
            other.user.id == context.record.user.id
        else { return nil }
        return other.session.id
    }

    @Sendable private func revokeOtherSessions(_ request: Request, _ context: SignedInContext) async throws -> Response
    {
        try await BetterAuthBody.nothing(request)
        try await services.ownSessions.endOthers(by: context.record, from: context.origin)
        return .json(["status": true])
    }

    @Sendable private func revokeSessions(_ request: Request, _ context: SignedInContext) async throws -> Response {
        try await BetterAuthBody.nothing(request)
        try await services.ownSessions.endAll(by: context.record, from: context.origin)
        try await impersonation.endAdministrator(request, context.tenant, from: context.origin)
        return sessions.ended(["status": true], request)
    }
}
