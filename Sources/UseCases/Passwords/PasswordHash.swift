import Crypto
import CryptoExtras
import Domain
import Foundation

/// A password as it is stored: scrypt (RFC 7914) in PHC form, `$scrypt$ln=17,r=8,p=1,keyid=1$salt$hash`.
///
/// `keyid=1` says that the password went through HMAC-SHA256 with the pepper first, so that a stolen database alone
/// is no use for guessing.
public struct PasswordHash: Sendable, Hashable {
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
        /// Blocks that are mixed: what the time is proportional to.
        var work: Int { (1 << logN) * r * p }

        /// What takes, together with `cheaper`, as long as this does: a power of two of rounds for each binary digit of what is missing.
        func missing(from cheaper: Cost) -> [Cost] {
            let rounds = max(0, work - cheaper.work) / (r * p)
            return (1...logN).filter { rounds & (1 << $0) != 0 }.map { Cost(logN: $0, r: r, p: p) }
        }

        /// What is accepted from storage: nothing that would take the machine down.
        static let accepted = 1...18
    }

    public let cost: Cost
    public let isPeppered: Bool
    let salt: Data
    let key: Data

    public init(cost: Cost, isPeppered: Bool, salt: Data, key: Data) {
        self.cost = cost
        self.isPeppered = isPeppered
        self.salt = salt
        self.key = key
    }

    public var text: String {
        let pepper = isPeppered ? ",keyid=1" : ""
        return "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)\(pepper)$\(Self.encode(salt))$\(Self.encode(key))"
    }

    public init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let salt = Self.decode(parts[3]), let key = Self.decode(parts[4]),
            (8...64).contains(salt.count), key.count == 32
        else { return nil }
        var numbers: [Substring: Int] = [:]
        for pair in parts[2].split(separator: ",") {
            let sides = pair.split(separator: "=")
            guard sides.count == 2, let number = Int(sides[1]), numbers.updateValue(number, forKey: sides[0]) == nil else { return nil }
        }
        guard let logN = numbers["ln"], let r = numbers["r"], let p = numbers["p"], Cost.accepted.contains(logN), (1...16).contains(r),
            (1...8).contains(p)
        else { return nil }
        self.init(cost: Cost(logN: logN, r: r, p: p), isPeppered: numbers["keyid"] == 1, salt: salt, key: key)
    }

    /// Blocks the thread for the time that the cost asks: only on the gate's own threads.
    static func derive(_ password: String, pepper: SymmetricKey?, salt: Data, cost: Cost) throws -> Data {
        let normal = Data(password.precomposedStringWithCanonicalMapping.utf8)
        let secret = pepper.map { Data(HMAC<SHA256>.authenticationCode(for: normal, using: $0)) } ?? normal
        let key = try KDF.Scrypt.deriveKey(
            from: secret, salt: salt, outputByteCount: 32, rounds: 1 << cost.logN, blockSize: cost.r, parallelism: cost.p)
        return key.withUnsafeBytes { Data($0) }
    }

    /// base64 without padding, as the PHC string format asks.
    private static func encode(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("=", with: "")
    }

    private static func decode(_ text: Substring) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
