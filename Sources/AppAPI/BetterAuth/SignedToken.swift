import Crypto
import Domain
import Foundation

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
