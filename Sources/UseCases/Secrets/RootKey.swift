import Crypto
import Foundation

/// The installation's root key: 32 random bytes, from which each purpose derives a key of its own (HKDF-SHA256, RFC
/// 5869).
public struct RootKey: Sendable {
    /// The purpose of a derived key; each key serves one purpose only.
    public enum Purpose: String, Sendable {
        case pepper, audit, csrf, pseudonym, idempotency, limits, cookie, check, wrap, seed, recovery, challenge, links,
            device, event
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
