/// The nonce of a request with an identity token, and what the token must contain for it.
///
/// A holder of the token can read its nonce. A text whose SHA-256 that nonce is cannot be read there: only the app that
/// requested the token knows it.
public enum RequestNonce: Sendable, Hashable {
    /// A client of GoTrue sent it. The token must contain its SHA-256 in lower-case hexadecimal.
    case hashed(String)
    /// A client of Better Auth sent it. The token must contain its SHA-256 in lower-case hexadecimal, or the text as it
    /// is; but not as it is where the token's nonce is 64 hexadecimal digits, and so the hash of another text.
    case hashedOrPlain(String)
    /// This server made it for a sign-in by Apple's page, and no client can choose it. The token must contain it as it
    /// is.
    case own(String)

    public var text: String {
        switch self {
        case .hashed(let text), .hashedOrPlain(let text), .own(let text): text
        }
    }
}
