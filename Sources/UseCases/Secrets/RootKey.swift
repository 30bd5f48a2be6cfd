import Crypto
import Domain
import Foundation

/// The installation's root key: 32 random bytes, from which each purpose derives a key of its own (HKDF-SHA256, RFC
/// 5869).
public struct RootKey: Sendable {
    /// What a derived key is for; each key serves one purpose only.
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

    /// What tells this key from another, and nothing else of it.
    public var check: Data { derived(for: .check).withUnsafeBytes { Data($0) } }

    public func derived(for purpose: Purpose) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            info: Data("gatehouse/1/\(purpose.rawValue)".utf8),
            outputByteCount: 32
        )
    }
}

/// The SHA-256 of a credential: all that is stored of it.
public struct CredentialHash: Hashable, Sendable {
    public let bytes: Data

    public init(_ credential: Credential) {
        bytes = Data(SHA256.hash(data: Data(credential.text.utf8)))
    }

    /// As read from storage.
    public init(bytes: Data) {
        self.bytes = bytes
    }
}

/// Short keyed names for what must not be stored, so that two records can still be matched.
public struct Pseudonyms: Sendable {
    private let key: SymmetricKey

    public init(root: RootKey) {
        key = root.derived(for: .pseudonym)
    }

    /// Eight hexadecimal digits; another tenant gets others for the same text.
    public func name(of text: String, in tenant: Tenant.ID) -> String {
        var code = HMAC<SHA256>(key: key)
        code.update(data: tenant.uuid.bytes)
        code.update(data: Data(text.utf8))
        return Hexadecimal.encode(Array(code.finalize().prefix(4)))
    }
}
