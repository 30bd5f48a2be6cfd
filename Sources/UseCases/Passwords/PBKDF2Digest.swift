import CryptoExtras
import Foundation

/// PBKDF2 with HMAC of one of these digests (RFC 8018 §5.2).
enum PBKDF2Digest: String, Sendable, Hashable, CaseIterable {
    case sha256, sha512

    /// - Precondition: neither `secret` nor `salt` is empty.
    func derive(_ secret: Data, salt: Data, count: Int, rounds: Int) throws -> Data {
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: secret,
            salt: salt,
            using: function,
            outputByteCount: count,
            unsafeUncheckedRounds: rounds
        )
        return key.withUnsafeBytes { Data($0) }
    }

    /// Returns how often all rounds are repeated for a key of that length.
    func blocks(for keyBytes: Int) -> Int { (keyBytes + bytes - 1) / bytes }

    /// The cost of one round, in tenths of a block of scrypt.
    var tenthsOfBlocks: Int { self == .sha256 ? 16 : 21 }

    private var bytes: Int { self == .sha256 ? 32 : 64 }
    private var function: KDF.Insecure.PBKDF2.HashFunction { self == .sha256 ? .sha256 : .sha512 }
}
