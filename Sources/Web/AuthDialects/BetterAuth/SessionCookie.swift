import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The cookie that keeps a person signed in in a browser, named and written as Better Auth does.
struct SessionCookie: Sendable {
    static let plainName = "better-auth.session_token"
    private static let plainOwnName = "better-auth.admin_session"

    let signing: SignedToken
    /// The public address is https.
    let isSecure: Bool

    var name: String { Self.name(isSecure: isSecure) }
    /// Where an administrator's own session waits while they use the app as someone else.
    var ownName: String { (isSecure ? "__Secure-" : "") + Self.plainOwnName }

    static func name(isSecure: Bool) -> String { (isSecure ? "__Secure-" : "") + plainName }

    func token(in headers: HTTPFields) throws(WebFailure) -> String? {
        try RequestCookies(headers).value(name).flatMap(signing.token)
    }

    func ownToken(in headers: HTTPFields) throws(WebFailure) -> String? {
        try RequestCookies(headers).value(ownName).flatMap(signing.token)
    }

    /// Keeps the administrator's own token as long as they may act as someone else.
    func keepingOwn(_ token: String) -> String {
        "\(ownName)=\(PercentEncoding.encode(signing.sign(token))); Max-Age=\(Session.impersonationLifetime.components.seconds)\(attributes)"
    }

    var deletingOwn: String { "\(ownName)=; Max-Age=0\(attributes)" }

    /// What `Set-Cookie` says. The cookie may outlive the session, which ends by its own row.
    /// - Parameter isRemembered: false until the browser closes.
    func setting(_ token: String, isRemembered: Bool) -> String {
        let value = PercentEncoding.encode(signing.sign(token))
        let life = isRemembered ? "; Max-Age=\(SessionLifetimes.app.absolute.components.seconds)" : ""
        return "\(name)=\(value)\(life)\(attributes)"
    }

    var deleting: String { "\(name)=; Max-Age=0\(attributes)" }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}
