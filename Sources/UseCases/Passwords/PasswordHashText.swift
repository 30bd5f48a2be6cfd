import Domain
import Foundation

/// Reads and writes the stored text of a hash, and reads the texts of other systems.
extension PasswordHash {
    /// The bounds of accepted parameters, from storage and from other systems: none may exhaust the machine.
    enum Bounds {
        static let memoryBytes = 256 << 20
        /// Four times the cost of the server's own hash, in blocks of scrypt.
        static let work = 1 << 22
        static let logN = 1...18
        static let r = 1...32
        static let p = 1...16
        static let rounds = 1...2_000_000
        static let saltBytes = 4...128
        static let keyBytes = 16...64
        static let textBytes = 512
    }

    /// The canonical stored text; parsing it returns an equal hash.
    public var text: String {
        switch method {
        case .own(let cost):
            "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p),keyid=1$\(Self.encode(salt))$\(Self.encode(key))"
        case .scrypt(let cost):
            "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)$\(Self.encode(salt))$\(Self.encode(key))"
        case .betterAuth: "better-auth:\(String(decoding: salt, as: UTF8.self)):\(Hexadecimal.encode(Array(key)))"
        case .pbkdf2(let digest, let rounds):
            "$pbkdf2-\(digest.rawValue)$i=\(rounds),l=\(key.count)$\(Self.encode(salt))$\(Self.encode(key))"
        case .bcrypt(let setting): setting.text + String(decoding: key, as: UTF8.self)
        }
    }

    /// Reads a stored hash.
    public init?(text: String) {
        guard let hash = try? PasswordHash(importing: text) else { return nil }
        self = hash
    }

    /// Reads a hash of another system: bcrypt (`$2a$`, `$2b$`, `$2y$`), scrypt in PHC form, PBKDF2 with SHA-256 or
    /// SHA-512 in PHC form or that of passlib, Better Auth's `salt:hash`. The server's own form is read too.
    /// - Throws: the problem with it, for display.
    public init(importing text: String) throws(FieldProblem.Rule) {
        guard text.utf8.count <= Bounds.textBytes else { throw .tooLong(maximum: Bounds.textBytes) }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].isEmpty else {
            self = try Self.betterAuth(text)
            return
        }
        switch parts[1] {
        case "2a", "2b", "2y": self = try Self.bcrypt(text)
        case "scrypt": self = try Self.scrypt(parts)
        case "pbkdf2-sha256": self = try Self.pbkdf2(.sha256, parts)
        case "pbkdf2-sha512": self = try Self.pbkdf2(.sha512, parts)
        default: throw Self.unknownForm
        }
    }

    private static let unknownForm = FieldProblem.Rule.malformed(
        .english(
            "This is no password hash that can be read: use bcrypt, scrypt, pbkdf2-sha256, pbkdf2-sha512 or Better Auth's."
        )
    )

    private static func broken(_ form: String) -> FieldProblem.Rule {
        .malformed(.english("This is not a whole \(form) hash."))
    }

    private static func beyond(_ what: String, _ range: ClosedRange<Int>) -> FieldProblem.Rule {
        .malformed(.english("\(what) must be from \(range.lowerBound) to \(range.upperBound)."))
    }

    // MARK: Forms

    private static func bcrypt(_ text: String) throws(FieldProblem.Rule) -> PasswordHash {
        let key = text.dropFirst(BCryptSetting.length)
        guard let setting = BCryptSetting(text.prefix(BCryptSetting.length)), key.utf8.count == BCryptSetting.keyLength,
            BCryptSetting.isEncoded(key)
        else { throw broken("bcrypt") }
        guard BCryptSetting.costs.contains(setting.cost) else {
            throw beyond("The cost of bcrypt", BCryptSetting.costs)
        }
        return PasswordHash(.bcrypt(setting), salt: Data(), key: Data(key.utf8))
    }

    private static func scrypt(_ parts: [Substring]) throws(FieldProblem.Rule) -> PasswordHash {
        guard parts.count == 5, let numbers = numbers(parts[2]), let logN = numbers["ln"], let r = numbers["r"],
            let p = numbers["p"],
            Set(numbers.keys).isSubset(of: ["ln", "r", "p", "keyid"]), numbers["keyid"] ?? 1 == 1
        else { throw broken("scrypt") }
        guard Bounds.logN.contains(logN) else { throw beyond("ln of scrypt", Bounds.logN) }
        guard Bounds.r.contains(r) else { throw beyond("r of scrypt", Bounds.r) }
        guard Bounds.p.contains(p) else { throw beyond("p of scrypt", Bounds.p) }
        let cost = Cost(logN: logN, r: r, p: p)
        guard cost.memoryBytes <= Bounds.memoryBytes else {
            throw .malformed(.english("This scrypt hash takes more than 256 MiB of memory."))
        }
        guard cost.work <= Bounds.work else { throw .malformed(.english("This scrypt hash takes too long.")) }
        let (salt, key) = try saltAndKey(parts[3], parts[4], "scrypt")
        guard numbers["keyid"] != nil else { return PasswordHash(.scrypt(cost), salt: salt, key: key) }
        guard key.count == ownKeyBytes else { throw broken("scrypt") }
        return PasswordHash(.own(cost), salt: salt, key: key)
    }

    private static func pbkdf2(_ digest: PBKDF2Digest, _ parts: [Substring]) throws(FieldProblem.Rule) -> PasswordHash {
        let form = "PBKDF2"
        guard parts.count == 5 else { throw broken(form) }
        // passlib's form has only the number of rounds, and a dot where base64 has a plus.
        let numbers = numbers(parts[2])
        guard let rounds = numbers.map({ $0["i"] }) ?? Int(digits: parts[2]),
            Set((numbers ?? [:]).keys).isSubset(of: ["i", "l"])
        else { throw broken(form) }
        let (salt, key) = try saltAndKey(parts[3], parts[4], form)
        guard numbers?["l"] ?? key.count == key.count else { throw broken(form) }
        guard Bounds.rounds.contains(rounds), Bounds.rounds.contains(rounds * digest.blocks(for: key.count)) else {
            throw beyond("The rounds of PBKDF2", Bounds.rounds)
        }
        return PasswordHash(.pbkdf2(digest, rounds: rounds), salt: salt, key: key)
    }

    private static func betterAuth(_ text: String) throws(FieldProblem.Rule) -> PasswordHash {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isNamed = parts.first == "better-auth"
        if isNamed { parts.removeFirst() }
        guard parts.count == 2, parts[0].utf8.count == BetterAuthPassword.saltDigits,
            Hexadecimal.decode(parts[0].utf8) != nil,
            let key = Hexadecimal.decode(parts[1].utf8), key.count == BetterAuthPassword.keyBytes
        else { throw isNamed ? broken("Better Auth") : unknownForm }
        return PasswordHash(.betterAuth, salt: Data(parts[0].utf8), key: Data(key))
    }

    // MARK: Parts

    private static func saltAndKey(
        _ salt: Substring,
        _ key: Substring,
        _ form: String
    ) throws(FieldProblem.Rule) -> (salt: Data, key: Data) {
        guard let salt = decode(salt), let key = decode(key) else { throw broken(form) }
        guard Bounds.saltBytes.contains(salt.count) else { throw beyond("The bytes of the salt", Bounds.saltBytes) }
        guard Bounds.keyBytes.contains(key.count) else { throw beyond("The bytes of the hash", Bounds.keyBytes) }
        return (salt, key)
    }

    /// Reads `ln=17,r=8` as names and numbers; nil for any other text, and for a repeated name.
    private static func numbers(_ text: Substring) -> [Substring: Int]? {
        var numbers: [Substring: Int] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let number = Int(digits: sides[1]),
                numbers.updateValue(number, forKey: sides[0]) == nil
            else { return nil }
        }
        return numbers
    }

    /// base64 without padding, as the PHC string format requires.
    private static func encode(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("=", with: "")
    }

    private static func decode(_ text: Substring) -> Data? {
        let plain = text.replacing(".", with: "+")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}

extension Int {
    /// Reads one to nine ASCII digits, without a sign.
    fileprivate init?(digits: Substring) {
        guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(digits)
    }
}
