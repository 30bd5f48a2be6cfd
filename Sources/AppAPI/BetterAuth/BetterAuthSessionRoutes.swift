import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The routes for the user's own sessions.
struct BetterAuthSessionRoutes: Sendable {
    let sessionSelfService: SessionSelfService
    let sessions: BetterAuthSessions
    let browserSessions: BetterAuthMultiSession
    let impersonation: BetterAuthReturn

    /// Adds the routes that answer without a session too.
    func add(to app: Routes<AppContext>) {
        app.get("get-session", operation: "betterAuthGetSession", use: getSession)
        app.post("sign-out", operation: "betterAuthSignOut", use: signOut)
    }

    func addSelfService(to routes: Routes<SignedInContext>) {
        routes.get("list-sessions", operation: "betterAuthListSessions", use: listSessions)
        routes.post("revoke-session", operation: "betterAuthRevokeSession", use: revokeSession)
        routes.post("revoke-other-sessions", operation: "betterAuthRevokeOtherSessions", use: revokeOtherSessions)
        routes.post("revoke-sessions", operation: "betterAuthRevokeSessions", use: revokeSessions)
    }

    private func getSession(_ call: PlainCall<AppContext>) async throws -> Response {
        guard let session = try await sessions.session(of: call.request, in: call.context) else {
            return try await impersonation.returning(call.request, call.context.tenant)
                ?? sessions.ended(.null, call.request)
        }
        // Scripts of a page cannot read the cookie, so the response must not contain its token.
        let token = session.carrier == .bearer ? session.token : nil
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: session.record.session, token: token),
            user: session.record.user
        )
        return .json(ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence))
    }

    private func signOut(_ call: PlainCall<AppContext>) async throws -> Response {
        let session = try await sessions.session(of: call.request, in: call.context)
        _ = try await call.request.optionalJSONFields()
        // A bearer token selects the app's session; cookies do not apply.
        let isBrowser = call.request.headers[.authorization] == nil
        if isBrowser,
            try browserSessions.areBrought(by: call.request)
                || sessions.cookie.administratorToken(in: call.request.headers) != nil
        {
            try await sessions.origins.check(call.request, of: call.context.tenant)
        }
        if let session { try await sessionSelfService.signOut(session.record, from: call.context.origin) }
        var response = sessions.ended(["success": true], call.request)
        guard isBrowser else { return response }
        try await impersonation.endAdministrator(call.request, call.context.tenant, from: call.context.origin)
        for cookie in try await browserSessions.end(call.request, call.context) { response.addCookie(cookie) }
        return response
    }

    private func listSessions(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let list = try await sessionSelfService.list(of: call.context.record)
        return .json(
            .array(
                list.map { ResponseSchema<BetterAuthSession>.betterAuthSession.json(BetterAuthSession(session: $0)) }
            )
        )
    }

    /// Accepts the handle of a session, or the token of one of the user's own sessions.
    private func revokeSession(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let token = try await call.request.betterAuthBody(BetterAuthInputs.revocation)
        if let id = try await sessionID(token, call.context) {
            try await sessionSelfService.end(id, by: call.context.record, from: call.context.origin)
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

    private func revokeOtherSessions(_ call: PlainCall<SignedInContext>) async throws -> Response {
        _ = try await call.request.optionalJSONFields()
        try await sessionSelfService.endOthers(by: call.context.record, from: call.context.origin)
        return .json(["status": true])
    }

    private func revokeSessions(_ call: PlainCall<SignedInContext>) async throws -> Response {
        _ = try await call.request.optionalJSONFields()
        try await sessionSelfService.endAll(by: call.context.record, from: call.context.origin)
        try await impersonation.endAdministrator(call.request, call.context.tenant, from: call.context.origin)
        return sessions.ended(["status": true], call.request)
    }
}
