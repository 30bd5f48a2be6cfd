import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Ends impersonation: a browser gets the administrator's session back, or is signed out.
struct BetterAuthReturn: Sendable {
    let authenticator: AppAuthenticator
    let impersonation: Impersonation
    let sessionSelfService: SessionSelfService
    let sessions: BetterAuthSessions

    func add(to routes: Routes<SignedInContext>) {
        routes.post("admin/stop-impersonating", operation: "betterAuthStopImpersonating", use: stop)
    }

    /// Ends the impersonated session; a browser resumes the administrator's own.
    private func stop(_ call: PlainCall<SignedInContext>) async throws -> Response {
        _ = try await call.request.optionalJSONFields()
        guard let impersonator = call.context.record.session.impersonator else {
            throw WebFailure.notImpersonating
        }
        try await impersonation.end(call.context.record, from: call.context.origin)
        guard sessions.browserToken(in: call.request.headers) != nil else { return .json(Self.noSession) }
        let tenant = call.context.tenant
        guard let administrator = try await administrator(call.request, behind: impersonator, tenant) else {
            var response = Response.json(Self.noSession)
            response.addCookie(sessions.cookie.deleting)
            response.addCookie(sessions.cookie.deletingAdministrator)
            return response
        }
        return back(to: administrator)
    }

    /// Restores the administrator's session in a browser whose impersonation has expired.
    /// - Returns: nil when the browser was not impersonating.
    func returning(_ request: Request, _ tenant: Tenant) async throws -> Response? {
        guard let impersonator = try await impersonator(request, tenant) else { return nil }
        return try await administrator(request, behind: impersonator, tenant).map(back)
    }

    /// Signs the administrator out as well: signing out during impersonation ends both sessions.
    func endAdministrator(_ request: Request, _ tenant: Tenant, from origin: RequestOrigin) async throws {
        guard let impersonator = try await impersonator(request, tenant),
            let administrator = try await administrator(request, behind: impersonator, tenant)
        else { return }
        try await sessionSelfService.signOut(administrator.record, from: origin)
    }

    private struct Administrator {
        let token: String
        let record: SessionRecord
    }

    /// The impersonator of the session in the cookie, also when that session has just ended.
    private func impersonator(_ request: Request, _ tenant: Tenant) async throws -> Session.Impersonator? {
        // Without the administrator's cookie there is no session to restore, so nothing is looked up.
        guard try sessions.cookie.administratorToken(in: request.headers) != nil,
            let token = sessions.browserToken(in: request.headers)
        else { return nil }
        return try await authenticator.anySession(token, in: tenant.id)?.impersonator
    }

    private func administrator(
        _ request: Request,
        behind impersonator: Session.Impersonator,
        _ tenant: Tenant
    ) async throws -> Administrator? {
        guard let token = try sessions.cookie.administratorToken(in: request.headers),
            let record = try await sessions.record(of: token, in: tenant),
            case .user(record.user.id, record.session.id) = impersonator
        else { return nil }
        return Administrator(token: token, record: record)
    }

    private func back(to administrator: Administrator) -> Response {
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: administrator.record.session),
            user: administrator.record.user
        )
        var response = Response.json(ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence))
        // The original choice to be remembered is unknown, so the cookie lasts until the browser closes.
        response.addCookie(sessions.cookie.setting(administrator.token, isRemembered: false))
        response.addCookie(sessions.cookie.deletingAdministrator)
        return response
    }

    private static let noSession: JSONValue = ["session": .null, "user": .null]
}
