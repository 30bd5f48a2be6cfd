import Crypto
import CryptoExtras
import Foundation

/// A stored password: the server's own scrypt hash, or one imported from another system until the user's next sign-in.
///
/// The server's own hash is scrypt (RFC 7914) in PHC form, `$scrypt$ln=17,r=8,p=1,keyid=1$salt$hash`. `keyid=1` says
/// that the password went through HMAC-SHA256 with the pepper first, so that a stolen database alone is no use for
/// guessing.
public struct PasswordHash: Sendable, Hashable {
    /// The cost parameters of scrypt.
    public struct Cost: Sendable, Hashable {
        /// log2 of N; the memory is 128 · r · N bytes.
        public let logN: Int
        public let r: Int
        public let p: Int

        public init(logN: Int, r: Int = 8, p: Int = 1) {
            self.logN = logN
            self.r = r
            self.p = p
        }

        /// 128 MiB, about half a second.
        public static let standard = Cost(logN: 17)
        /// The number of mixed blocks, to which the time is proportional.
        var work: Int { (1 << logN) * r * p }
        var memoryBytes: Int { 128 * r << logN }

        /// Returns costs that take about as long as `work` blocks: a power of two of rounds for each binary digit.
        func rounds(for work: Int) -> [Cost] {
            let rounds = max(0, work) / (r * p)
            return (1...logN).filter { rounds & (1 << $0) != 0 }.map { Cost(logN: $0, r: r, p: p) }
        }
    }

    /// Says how the key is derived from a password.
    enum Method: Sendable, Hashable {
        /// The server's own: the pepper first, then scrypt.
        case own(Cost)
        /// scrypt over the bytes of the typed password.
        case scrypt(Cost)
        /// The scrypt of Better Auth: over NFKC, with the salt's hexadecimal digits as the salt.
        case betterAuth
        case pbkdf2(PBKDF2Digest, rounds: Int)
        /// `$2b$12$` and the salt; the text behind them is the key.
        case bcrypt(BCryptSetting)
    }

    let method: Method
    /// Empty for bcrypt, whose setting contains the salt.
    let salt: Data
    let key: Data

    init(_ method: Method, salt: Data, key: Data) {
        self.method = method
        self.salt = salt
        self.key = key
    }

    /// An estimate of the cost of a check, in blocks of scrypt.
    ///
    /// For imported kinds this is the cost on a common processor; it only has to hide, more or less, which hashes were
    /// imported.
    var work: Int {
        switch method {
        case .own(let cost), .scrypt(let cost): cost.work
        case .betterAuth: BetterAuthPassword.cost.work
        case .pbkdf2(let digest, let rounds): digest.tenthsOfBlocks * digest.blocks(for: key.count) * rounds / 10
        case .bcrypt(let setting): 125 << setting.cost
        }
    }

    /// Whether this is the hash of `password`; compares in constant time.
    ///
    /// Blocks the thread for as long as the hash requires: call it only on the gate's own threads.
    func matches(_ password: String, pepper: SymmetricKey) throws -> Bool {
        switch method {
        case .own(let cost):
            return Self.areEqual(try Self.derive(password, pepper: pepper, salt: salt, cost: cost), key)
        case .bcrypt(let setting): return setting.key(of: password).map { Self.areEqual($0, key) } ?? false
        case .scrypt, .betterAuth, .pbkdf2:
            let typed = method == .betterAuth ? password.precomposedStringWithCompatibilityMapping : password
            // An empty password never matches and is no input for the derivation; it costs as much as any other.
            let derived = try deriveForeign(typed.isEmpty ? Data([0]) : Data(typed.utf8))
            return Self.areEqual(derived, key) && !typed.isEmpty
        }
    }

    private func deriveForeign(_ secret: Data) throws -> Data {
        switch method {
        case .own(let cost), .scrypt(let cost): try Scrypt.derive(secret, salt: salt, count: key.count, cost: cost)
        case .betterAuth: try Scrypt.derive(secret, salt: salt, count: key.count, cost: BetterAuthPassword.cost)
        case .pbkdf2(let digest, let rounds): try digest.derive(secret, salt: salt, count: key.count, rounds: rounds)
        case .bcrypt: Data()
        }
    }

    /// Blocks the thread for as long as the cost requires: call it only on the gate's own threads.
    static func derive(_ password: String, pepper: SymmetricKey, salt: Data, cost: Cost) throws -> Data {
        let normal = Data(password.precomposedStringWithCanonicalMapping.utf8)
        return try Scrypt.derive(
            Data(HMAC<SHA256>.authenticationCode(for: normal, using: pepper)),
            salt: salt,
            count: ownKeyBytes,
            cost: cost
        )
    }

    static let ownKeyBytes = 32

    private static func areEqual(_ left: Data, _ right: Data) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

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

/// Better Auth's password hash: scrypt with N = 16384, r = 16 and a key of 64 bytes, which takes 32 MiB.
enum BetterAuthPassword {
    static let cost = PasswordHash.Cost(logN: 14, r: 16)
    static let keyBytes = 64
    /// The hexadecimal digits of the salt, which are used as text.
    static let saltDigits = 32
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
