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
