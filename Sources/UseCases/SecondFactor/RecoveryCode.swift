import Crypto
import Domain
import Foundation

/// A code that signs in once for a user who has lost the device of their second factor: `7kq2-m0xw-9d4t`.
struct RecoveryCode: Sendable {
    static let count = 10
    /// The number of letters, of 5 bits each: 60 bits.
    private static let letters = 12

    /// The letters and digits, without hyphens.
    private let plain: String

    init(random: [UInt8]) {
        plain = String(Base32.encodeReadable(random).prefix(Self.letters))
    }

    /// Reads a typed code, ignoring case.
    /// - Returns: nil for a text that cannot be a code.
    init?(typed: String) {
        let text = TypedCode(typed).text.lowercased()
            .replacing("o", with: "0").replacing("i", with: "1").replacing("l", with: "1")
        guard text.utf8.count == Self.letters, Base32.decodeReadable(text.utf8) != nil else {
            return nil
        }
        plain = text
    }

    static func fresh(_ systemContext: SystemContext) -> [RecoveryCode] {
        (0..<count).map { _ in RecoveryCode(random: Array(systemContext.random(8))) }
    }

    /// The code as it is displayed.
    var text: String { "\(plain.prefix(4))-\(plain.dropFirst(4).prefix(4))-\(plain.dropFirst(8))" }

    /// The hash that is stored: worthless without the root key.
    func hash(_ key: SymmetricKey, of account: ConsoleAccount) -> Data {
        var code = HMAC<SHA256>(key: key)
        code.update(data: account.tenant.uuid.bytes)
        code.update(data: account.id)
        code.update(data: Data(plain.utf8))
        return Data(code.finalize())
    }
}
