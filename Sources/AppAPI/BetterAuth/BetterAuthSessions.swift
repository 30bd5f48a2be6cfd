import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Reads the session of a request. A bearer token takes precedence over the cookie even when it is invalid: an app must
/// not get a response for another user than it asked for.
struct BetterAuthSessions: Sendable {
    let authenticator: AppAuthenticator
    let bearers: BearerSessions
    let cookie: SessionCookie
    let origins: TrustedOrigins
    let limits: SelfServiceLimits

    /// - Returns: nil without a session, or with one that has ended.
    /// - Throws: 403 when a cookie would authorise a change that another site may have caused; 503.
    func session(of request: Request, in context: AppContext) async throws -> PresentedSession? {
        guard let (text, carrier) = try credential(request.headers) else { return nil }
        guard let token = token(of: text, from: carrier) else {
            bearers.note(.accessToken(.malformed), in: context.signInContext)
            return nil
        }
        guard let record = try await record(of: token, in: context) else { return nil }
        if carrier == .cookie, request.method == .post { try await origins.check(request, of: context.tenant) }
        return PresentedSession(record: record, token: token, carrier: carrier)
    }

    /// The session token of a request; nil when it is absent or unreadable.
    func token(in headers: HTTPFields) -> String? {
        (try? credential(headers)).flatMap { token(of: $0.text, from: $0.carrier) }
    }

    private func record(of token: String, in context: AppContext) async throws(AuthFailure) -> SessionRecord? {
        let reading = context.reading.flatMap { $0.token.hasSameBytes(as: token) ? $0 : nil }
        do throws(AuthFailure) {
            return try await bearers.session(token, found: reading?.found, in: context.signInContext)
        } catch {
            guard !error.isUnavailable else { throw error }
            return nil
        }
    }

    /// Admits signed-in users.
    /// - Throws: 401, and 429 for too many changes.
    func admit(_ request: Request, _ context: AppContext) async throws -> SignedInContext {
        guard let session = try await session(of: request, in: context) else { throw WebFailure.unauthenticated() }
        if request.method != .get { try await limits.take(session.record) }
        return SignedInContext(context, session: session)
    }

    /// The token of a browser's cookie, if the cookie authenticates the request.
    func browserToken(in headers: HTTPFields) -> String? {
        guard let (text, carrier) = try? credential(headers), carrier == .cookie else { return nil }
        return token(of: text, from: carrier)
    }

    /// Responds with the token in three places: in the body for apps, in a header for apps with the bearer plugin, in a
    /// cookie for browsers.
    func sessionResponse(_ token: String, _ answer: JSONValue, isRemembered: Bool) -> Response {
        .json(answer, headers: [.setAuthToken: token, .setCookie: cookie.setting(token, isRemembered: isRemembered)])
    }

    /// Deletes the cookies of a browser that sent any.
    func ended(_ answer: JSONValue, _ request: Request) -> Response {
        var response = Response.json(answer)
        guard request.headers[.cookie] != nil else { return response }
        response.addCookie(cookie.deleting)
        if (try? cookie.administratorToken(in: request.headers)) != nil {
            response.addCookie(cookie.deletingAdministrator)
        }
        return response
    }

    /// The live session of a token from a request body.
    func record(of text: String, in tenant: Tenant) async throws(DomainError) -> SessionRecord? {
        guard let token = token(of: text, from: .bearer) else { return nil }
        return try await authenticator.session(token, in: tenant.id)
    }

    /// The live session of a token that does not authenticate the request, without updating its last use.
    func glance(at token: String, in tenant: Tenant) async throws(DomainError) -> SessionRecord? {
        try await authenticator.session(token, in: tenant.id, sees: false)
    }

    private func credential(
        _ headers: HTTPFields
    ) throws(WebFailure) -> (text: String, carrier: PresentedSession.Carrier)? {
        let bearers = headers[values: .authorization].compactMap(BearerToken.init)
        guard bearers.count <= 1 else { throw .severalKeys("one Authorization header") }
        if let bearer = bearers.first { return (bearer.text, .bearer) }
        guard let value = try RequestCookies(headers).value(cookie.name), !value.isEmpty else { return nil }
        return (value, .cookie)
    }

    /// Accepts `token.signature`, the form of `set-auth-token` and of upstream's cookies; from apps the token alone, too.
    /// - Returns: nil when the signature is not ours.
    private func token(of text: String, from carrier: PresentedSession.Carrier) -> String? {
        let isSigned = carrier == .cookie || text.utf8.contains(UInt8(ascii: "."))
        return isSigned ? cookie.signing.token(of: text) : text
    }
}
