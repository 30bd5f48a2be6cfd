/// Judges a name by its last words, split at capitals, digits and separators: `resetPassword2` ends with *password*.
///
/// Whatever comes before, some last words always name a secret. A *code*, a *key* or a *hash* is one only after certain
/// words: `sms_code`, but not `status_code`.
enum SecretWords {
    private static let longestName = 64

    static func kind(of name: some BidirectionalCollection<UInt8>) -> Finding.Kind? {
        guard let final = name.last(where: ByteKind.isLetter), finals & (1 << UInt32((final | 0x20) - 0x61)) != 0,
            name.count <= longestName
        else { return nil }
        let words = words(of: Array(name))
        guard let last = words.last else { return nil }
        let before = words.dropLast().last
        if let kind = afterOthers[last] { return before == nil && last == "token" ? nil : kind }
        if let before, let kind = afterCertain[last], kind.words.contains(before) { return kind.kind }
        return endings.first { last.utf8.count > $0.ending.utf8.count && last.hasSuffix($0.ending) }?.kind
    }

    private static func words(of name: [UInt8]) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for (place, byte) in name.enumerated() {
            let isStart = ByteKind.isUpper(byte) && (!ByteKind.isUpper(name.at(place - 1)) || isLower(name.at(place + 1)))
            if !ByteKind.isLetter(byte) || isStart, !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if ByteKind.isLetter(byte) { word.append(byte | 0x20) }
        }
        return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
    }

    private static func isLower(_ byte: UInt8) -> Bool { ByteKind.isLetter(byte) && !ByteKind.isUpper(byte) }

    private static let afterOthers: [String: Finding.Kind] = [
        "token": .token, "jwt": .token, "bearer": .token, "nonce": .token, "authorization": .token, "secret": .secret,
        "password": .secret, "passwd": .secret, "pwd": .secret, "passphrase": .secret, "passcode": .secret, "passwort": .secret,
        "kennwort": .secret, "passe": .secret, "mdp": .secret, "pass": .secret, "credential": .secret, "credentials": .secret,
        "otp": .secret, "totp": .secret, "pin": .secret, "cookie": .secret,
    ]

    private static let afterCertain: [String: (words: Set<String>, kind: Finding.Kind)] = [
        "code": (
            [
                "sms", "verification", "verify", "mfa", "fa", "tfa", "auth", "authorization", "authentication", "otp", "totp", "time",
                "onetime",
                "login", "signin", "recovery", "backup", "security", "confirmation", "activation", "pin", "pass", "reset",
            ], .secret
        ),
        "key": (["secret", "private", "api", "access", "encryption", "signing", "session", "master"], .secret),
        "hash": (["password", "passwd", "pwd", "passphrase", "token", "secret"], .secret),
    ]

    /// Of words that are written together: `mytoken`.
    private static let endings: [(ending: String, kind: Finding.Kind)] = [
        ("token", .token), ("secret", .secret), ("password", .secret), ("passwd", .secret), ("passphrase", .secret),
        ("passwort", .secret), ("credential", .secret),
    ]

    /// The letters that these words end with.
    private static let finals: UInt32 = (Array(afterOthers.keys) + Array(afterCertain.keys)).reduce(0) { mask, word in
        word.utf8.last.map { mask | 1 << UInt32($0 - 0x61) } ?? mask
    }
}
