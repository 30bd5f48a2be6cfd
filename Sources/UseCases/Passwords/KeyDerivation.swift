import CryptoExtras
import Domain
import Foundation

/// scrypt (RFC 7914).
enum Scrypt {
    /// - Precondition: neither `secret` nor `salt` is empty.
    static func derive(_ secret: Data, salt: Data, count: Int, cost: PasswordHash.Cost) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: secret,
            salt: salt,
            outputByteCount: count,
            rounds: 1 << cost.logN,
            blockSize: cost.r,
            parallelism: cost.p
        )
        return key.withUnsafeBytes { Data($0) }
    }
}

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

/// Better Auth's password hash: scrypt with N = 16384, r = 16 and a key of 64 bytes, which takes 32 MiB.
enum BetterAuthPassword {
    static let cost = PasswordHash.Cost(logN: 14, r: 16)
    static let keyBytes = 64
    /// The hexadecimal digits of the salt, which are used as text.
    static let saltDigits = 32
}
