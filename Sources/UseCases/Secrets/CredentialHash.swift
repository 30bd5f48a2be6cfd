import Crypto
import Domain
import Foundation

/// The SHA-256 of a credential, which alone is stored.
public struct CredentialHash: Hashable, Sendable {
    public let bytes: Data

    public init(_ credential: Credential) {
        bytes = Data(SHA256.hash(data: Data(credential.text.utf8)))
    }

    public init(_ key: DSNKey) { bytes = Data(SHA256.hash(data: Data(key.text.utf8))) }

    /// Reads a hash from storage.
    public init(bytes: Data) { self.bytes = bytes }
}
