import Crypto
import Domain
import Foundation

/// The installation's root key: 32 random bytes, from which each purpose derives a key of its own (HKDF-SHA256, RFC
/// 5869).
public struct RootKey: Sendable {
    /// The purpose of a derived key; each key serves one purpose only.
    public enum Purpose: String, Sendable {
        case pepper, audit, csrf, pseudonym, idempotency, limits, cookie, check, wrap, seed, recovery, challenge, links,
            device
    }

    private let key: SymmetricKey

    /// - Precondition: 32 bytes.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "the root key has 32 bytes")
        key = SymmetricKey(data: bytes)
    }

    /// A value that identifies this key and reveals nothing else of it.
    public var check: Data { derived(for: .check).withUnsafeBytes { Data($0) } }

    public func derived(for purpose: Purpose) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            info: Data("gatehouse/1/\(purpose.rawValue)".utf8),
            outputByteCount: 32
        )
    }
}

/// The SHA-256 of a credential, which alone is stored.
public struct CredentialHash: Hashable, Sendable {
    public let bytes: Data

    public init(_ credential: Credential) {
        bytes = Data(SHA256.hash(data: Data(credential.text.utf8)))
    }

    /// Reads a hash from storage.
    public init(bytes: Data) {
        self.bytes = bytes
    }
}

/// Makes short keyed names for values that must not be stored, so that two records can still be matched.
public struct Pseudonyms: Sendable {
    private let key: SymmetricKey

    public init(root: RootKey) {
        key = root.derived(for: .pseudonym)
    }

    /// Returns eight hexadecimal digits, which differ by tenant for one text.
    public func name(of text: String, in tenant: Tenant.ID) -> String {
        var code = HMAC<SHA256>(key: key)
        code.update(data: tenant.uuid.bytes)
        code.update(data: Data(text.utf8))
        return Hexadecimal.encode(Array(code.finalize().prefix(4)))
    }
}
