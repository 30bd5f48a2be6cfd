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

extension PercentEncoding {
    /// Leaves only unreserved characters (RFC 3986 §2.3) as they are.
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return encoded
    }
}
