import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The cookie that keeps a person signed in in a browser, named and written as Better Auth does.
struct SessionCookie: Sendable {
    static let plainName = "better-auth.session_token"

    let signing: SignedToken
    /// The public address is https.
    let isSecure: Bool

    var name: String { Self.name(isSecure: isSecure) }

    static func name(isSecure: Bool) -> String { (isSecure ? "__Secure-" : "") + plainName }

    func token(in headers: HTTPFields) throws(WebFailure) -> String? {
        try RequestCookies(headers).value(name).flatMap(signing.token)
    }

    /// What `Set-Cookie` says. The cookie may outlive the session, which ends by its own row.
    /// - Parameter isRemembered: false until the browser closes.
    func setting(_ token: Credential, isRemembered: Bool) -> String {
        let value = PercentEncoding.encode(signing.sign(token.text))
        let life = isRemembered ? "; Max-Age=\(SessionLifetimes.app.absolute.components.seconds)" : ""
        return "\(name)=\(value)\(life)\(attributes)"
    }

    var deleting: String { "\(name)=; Max-Age=0\(attributes)" }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}
