/// Judges a name by its last words, split at capitals, digits and separators: `resetPassword2` ends with *password*.
///
/// Some last words always name a secret, whatever precedes them. A *code*, a *key* or a *hash* is one only after
/// certain words: `sms_code`, but not `status_code`.
enum SecretWords {
    private static let longestName = 64

    static func kind(of name: ArraySlice<UInt8>) -> Finding.Kind? {
        guard let final = name.last(where: ByteKind.isLetter), finals & (1 << UInt32((final | 0x20) - 0x61)) != 0,
            name.count <= longestName, let last = word(before: name.endIndex, in: name)
        else { return nil }
        let before = word(before: last.startIndex, in: name)
        if let match = afterOthers[last] { return before == nil && match.isToken ? nil : match.kind }
        if let before, let match = afterCertain[last], match.words[before] != nil { return match.kind }
        for (ending, kind) in endings where last.count > ending.utf8CodeUnitCount {
            if last.suffix(ending.utf8CodeUnitCount).begins(with: ending) { return kind }
        }
        return nil
    }

    /// The last word that ends there or before.
    private static func word(before place: Int, in name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var end = place
        while end > name.startIndex, !ByteKind.isLetter(name[end - 1]) { end -= 1 }
        var start = end
        while start > name.startIndex, ByteKind.isLetter(name[start - 1]) {
            start -= 1
            if isStart(start, in: name) { break }
        }
        return start < end ? name[start..<end] : nil
    }

    /// A capital after another letter, or before a small one.
    private static func isStart(_ place: Int, in name: ArraySlice<UInt8>) -> Bool {
        guard ByteKind.isUpper(name[place]) else { return false }
        let isAfterCapital = place > name.startIndex && ByteKind.isUpper(name[place - 1])
        return !isAfterCapital || place + 1 < name.endIndex && isLower(name[place + 1])
    }

    private static func isLower(_ byte: UInt8) -> Bool { ByteKind.isLetter(byte) && !ByteKind.isUpper(byte) }

    private static let afterOthers = WordTable<(kind: Finding.Kind, isToken: Bool)>(
        secretWords.map { ($0.key, ($0.value, $0.key == "token")) }
    )

    private static let secretWords: [String: Finding.Kind] = [
        "token": .token, "jwt": .token, "bearer": .token, "nonce": .token, "authorization": .token, "secret": .secret,
        "password": .secret, "passwd": .secret, "pwd": .secret, "passphrase": .secret, "passcode": .secret,
        "passwort": .secret,
        "kennwort": .secret, "passe": .secret, "mdp": .secret, "pass": .secret, "credential": .secret,
        "credentials": .secret,
        "otp": .secret, "totp": .secret, "pin": .secret, "cookie": .secret,
    ]

    private static let afterCertain = WordTable<(words: WordTable<Void>, kind: Finding.Kind)>(
        wordsBefore.map { ($0.key, (WordTable($0.value.words.map { ($0, ()) }), $0.value.kind)) }
    )

    private static let wordsBefore: [String: (words: Set<String>, kind: Finding.Kind)] = [
        "code": (
            [
                "sms", "verification", "verify", "mfa", "fa", "tfa", "auth", "authorization", "authentication", "otp",
                "totp", "time",
                "onetime",
                "login", "signin", "recovery", "backup", "security", "confirmation", "activation", "pin", "pass",
                "reset",
            ], .secret
        ),
        "key": (["secret", "private", "api", "access", "encryption", "signing", "session", "master"], .secret),
        "hash": (["password", "passwd", "pwd", "passphrase", "token", "secret"], .secret),
    ]

    /// The endings of compound words: `mytoken`.
    private static let endings: [(ending: StaticString, kind: Finding.Kind)] = [
        ("token", .token), ("secret", .secret), ("password", .secret), ("passwd", .secret), ("passphrase", .secret),
        ("passwort", .secret), ("credential", .secret),
    ]

    /// The letters that these words end with.
    private static let finals: UInt32 = (Array(secretWords.keys) + Array(wordsBefore.keys)).reduce(0) { mask, word in
        word.utf8.last.map { mask | 1 << UInt32($0 - 0x61) } ?? mask
    }
}
