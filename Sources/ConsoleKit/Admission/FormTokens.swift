import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// CSRF tokens. A token proves that the console made the form for one browser and one action.
package struct FormTokens: Sendable {
    package static let field = "csrf"
    private static let maximumLength = 100

    let key: SymmetricKey

    /// - Parameter holder: the secret of the browser's cookie.
    package func token(for action: String, holder: String) -> String { Base64URL.encode(code(action, holder)) }

    func isToken(_ text: String, for action: String, holder: String) -> Bool {
        guard text.utf8.count <= Self.maximumLength, let bytes = Base64URL.decode(text) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Self.message(action, holder), using: key)
    }

    private func code(_ action: String, _ holder: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Self.message(action, holder), using: key)
    }

    private static func message(_ action: String, _ holder: String) -> Data {
        Data(holder.utf8) + [0] + Data(action.utf8)
    }
}
