import CryptoExtras
import Domain
import Foundation

/// Better Auth's password hash: scrypt with N = 16384, r = 16 and a key of 64 bytes, which takes 32 MiB.
enum BetterAuthPassword {
    static let cost = PasswordHash.Cost(logN: 14, r: 16)
    static let keyBytes = 64
    /// The hexadecimal digits of the salt, which are used as text.
    static let saltDigits = 32
}
