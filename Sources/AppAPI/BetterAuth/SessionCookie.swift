import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The cookie of a browser's session, with Better Auth's name and format.
struct SessionCookie: Sendable {
    static let plainName = "better-auth.session_token"
    private static let plainAdministratorName = "better-auth.admin_session"

    let signing: SignedToken
    /// Whether the public address is https.
    let isSecure: Bool

    var name: String { Self.name(isSecure: isSecure) }
    /// The cookie that keeps an administrator's own session during impersonation.
    var administratorName: String { hostPrefix + Self.plainAdministratorName }
    /// A prefix that prevents other hosts of the domain from setting the cookie (RFC 6265bis §4.1.3.2).
    private var hostPrefix: String { isSecure ? "__Host-" : "" }

    init(_ services: Services) {
        signing = SignedToken(key: services.cookieKey)
        isSecure = services.address.isSecure
    }

    static func name(isSecure: Bool) -> String { (isSecure ? "__Secure-" : "") + plainName }

    func token(in headers: HTTPFields) throws(WebFailure) -> String? {
        try RequestCookies(headers).value(name).flatMap(signing.token)
    }

    func administratorToken(in headers: HTTPFields) throws(WebFailure) -> String? {
        try RequestCookies(headers).value(administratorName).flatMap(signing.token)
    }

    /// Makes the cookie that keeps the administrator's own token until the browser closes.
    func keepingAdministrator(_ token: String) -> String {
        "\(administratorName)=\(PercentEncoding.encode(signing.sign(token)))\(attributes)"
    }

    var deletingAdministrator: String { "\(administratorName)=; Max-Age=0\(attributes)" }

    /// Makes the value of `Set-Cookie`. The cookie may outlive the session, whose row determines its end.
    /// - Parameter isRemembered: false keeps the cookie only until the browser closes.
    func setting(_ token: String, isRemembered: Bool) -> String {
        let value = PercentEncoding.encode(signing.sign(token))
        return "\(name)=\(value)\(life(isRemembered))\(attributes)"
    }

    var deleting: String { "\(name)=; Max-Age=0\(attributes)" }

    /// One of several sessions of a browser, in a cookie named after the session.
    struct BrowserSession: Sendable {
        let session: Session.ID
        let token: String
        /// Whether the cookie is kept when the browser closes.
        let isRemembered: Bool
    }

    private func companionPrefix(isRemembered: Bool) -> String {
        hostPrefix + Self.plainName + (isRemembered ? "_multi-" : "_multi_brief-")
    }

    func setting(_ browserSession: BrowserSession) -> String {
        let value = PercentEncoding.encode(signing.sign(browserSession.token))
        return "\(companionName(browserSession))=\(value)\(life(browserSession.isRemembered))\(attributes)"
    }

    func deleting(_ browserSession: BrowserSession) -> String {
        "\(companionName(browserSession))=; Max-Age=0\(attributes)"
    }

    private func companionName(_ browserSession: BrowserSession) -> String {
        companionPrefix(isRemembered: browserSession.isRemembered) + browserSession.session.description
    }

    /// The sessions whose tokens have our signature.
    func browserSessions(in headers: HTTPFields) -> [BrowserSession] {
        let cookies = RequestCookies(headers)
        return [true, false].flatMap { isRemembered in
            let prefix = companionPrefix(isRemembered: isRemembered)
            return cookies.all(named: prefix).compactMap { cookie in
                Session.ID(String(cookie.name.dropFirst(prefix.count))).flatMap { session in
                    signing.token(of: cookie.value).map {
                        BrowserSession(session: session, token: $0, isRemembered: isRemembered)
                    }
                }
            }
        }
    }

    private func life(_ isRemembered: Bool) -> String {
        isRemembered ? "; Max-Age=\(SessionLifetimes.app.absolute.components.seconds)" : ""
    }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

/// Session tokens in the form `token.signature`, as in Better Auth's cookies: the signature is the base64 of the
/// token's HMAC-SHA-256, 44 characters.
///
/// The token alone is a secret of 256 bits. The signature saves a database query for tokens that we never issued.
struct SignedToken: Sendable {
    let key: SymmetricKey

    func sign(_ token: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(token.utf8), using: key)
        return "\(token).\(Data(code).base64EncodedString())"
    }

    /// Returns the token of a signed text, percent-encoded or not.
    /// - Returns: nil when the signature is not ours.
    func token(of text: String) -> String? {
        let plain =
            text.utf8.contains(UInt8(ascii: "%"))
            ? PercentEncoding.decode(text.utf8).map { String(decoding: $0, as: UTF8.self) } : text
        guard let plain, let dot = plain.utf8.lastIndex(of: UInt8(ascii: ".")),
            let code = Data(base64Encoded: String(plain[plain.utf8.index(after: dot)...])),
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(plain[..<dot].utf8), using: key)
        else { return nil }
        return String(plain[..<dot])
    }
}
