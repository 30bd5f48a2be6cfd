import Crypto
import Domain
import Foundation
import StrictJSON

/// The key in a Sentry DSN: 32 lower-case hexadecimal digits.
///
/// SDKs restrict the user part of a DSN: the JavaScript SDK reads it as `\w+`, which an ingest key with its hyphens does
/// not match. So every ingest key has a DSN key, derived from its text one way: the DSN can be shown as long as the text
/// of the key is known, and the DSN key does not reveal the ingest key. It permits no more than the ingest key does.
public struct DSNKey: Hashable, Sendable {
    private static let byteCount = 16
    private static let label = Data("gatehouse:dsn:".utf8)

    public let text: String

    /// - Returns: nil for another credential than an ingest key.
    public init?(_ ingestKey: Credential) {
        guard ingestKey.prefix == .ingestKey else { return nil }
        let digest = SHA256.hash(data: Self.label + Data(ingestKey.text.utf8))
        text = Hexadecimal.encode(Array(digest.prefix(Self.byteCount)))
    }

    /// Parses the key of a client's DSN, in either case.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.byteCount, Hexadecimal.decode(text) != nil else { return nil }
        self.text = text.lowercasedASCII()
    }
}

extension PublicAddress {
    /// The DSN for SDKs that use the Sentry protocol: the key is the user, the tenant's number the project.
    public func dsn(_ key: DSNKey, _ tenant: Tenant) -> String {
        "\(isSecure ? "https" : "http")://\(key.text)@\(authority)/\(tenant.number)"
    }
}
