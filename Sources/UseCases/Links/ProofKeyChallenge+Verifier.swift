import Crypto
import Domain
import Foundation

extension ProofKeyChallenge {
    /// RFC 7636 §4.6
    func fits(_ verifier: String) -> Bool {
        guard Self.isVerifier(verifier) else { return false }
        switch method {
        case .plain: return HMAC<SHA256>.areSame(verifier, text)
        case .sha256: return HMAC<SHA256>.areSame(Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8)))), text)
        }
    }
}

extension HMAC<SHA256> {
    /// Compares texts in constant time.
    fileprivate static func areSame(_ left: String, _ right: String) -> Bool {
        let key = SymmetricKey(size: .bits256)
        let code = HMAC<SHA256>.authenticationCode(for: Data(left.utf8), using: key)
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(right.utf8), using: key)
    }
}
