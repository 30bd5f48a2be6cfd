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
        // `password_confirmation`, `NSHTTPCookieValue`.
        if let before, holders[last] != nil { return kind(of: name[..<before.endIndex]) }
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

    /// Whether the last word says that the value describes a secret: its kind, its length, its time.
    static func describes(_ name: ArraySlice<UInt8>) -> Bool {
        guard let last = word(before: name.endIndex, in: name) else { return false }
        if descriptions[last] != nil { return true }
        let first = name.drop { !ByteKind.isLetter($0) }.prefix(while: ByteKind.isLetter)
        return first.count < name.count && rules[first] != nil
    }

    private static let descriptions = WordTable<Void>(
        """
        type length count size ms seconds duration attempts attempt retries retry expires in at expiry expiration exp iat nbf age ttl \
        policy strength valid present status error reason enabled required algorithm alg kid iss aud issuer audience scope scopes \
        method provider result outcome event stage step version rule consent set kind min max minimum maximum format pattern remaining left changed reasons reason message messages errors
        """
    )

    static func beginsWithVerb(_ name: ArraySlice<UInt8>) -> Bool {
        let start = name.drop { !ByteKind.isLetter($0) }
        let first = start.prefix { $0 &- 0x61 < 26 }
        return first.count < start.count && verbs[first] != nil
    }

    private static let verbs = WordTable<Void>(
        "sign reset update verify fetch load get create forgot change save send request validate weak invalid wrong missing"
    )
    private static let rules = WordTable<Void>("require requires required min max minimum maximum allow allows")

    private static let afterOthers = WordTable<(kind: Finding.Kind, isToken: Bool)>(
        entries("token tokens", .token, isToken: true) + entries("jwt bearer nonce authorization", .token)
            + entries(secretWords, .secret)
    )

    private static func entries(
        _ words: String,
        _ kind: Finding.Kind,
        isToken: Bool = false
    ) -> [(String, (kind: Finding.Kind, isToken: Bool))] {
        WordTable.entries(words, (kind, isToken))
    }

    private static let secretWords = """
        secret secrets password passwords passwd passwds pwd pwds pw passphrase passcode passcodes passwort kennwort passe mdp pass \
        credential credentials otp otps totp pin pins cookie cookies senha
        """

    private static let afterCertain = WordTable<(words: WordTable<Void>, kind: Finding.Kind)>(
        ["code", "codes"].map { ($0, (WordTable(beforeCode), Finding.Kind.secret)) }
            + ["key", "keys"].map { ($0, (WordTable(beforeKey), .secret)) }
            + ["hash", "hashes"].map { ($0, (WordTable(beforeHash), .secret)) }
    )

    /// The words after the name of a secret that hold it.
    private static let holders = WordTable<Void>(
        "confirmation confirm repeat repeated again value text string plaintext field input box"
    )

    private static let beforeCode = """
        sms verification verify mfa fa tfa auth authorization authentication otp totp time onetime login signin recovery backup \
        security confirmation activation pin pass reset access invite invitation magic email device passcode factor user usage einmal sicherheits
        """
    private static let beforeKey = """
        secret private api access encryption signing session master service shared subscription role anon auth license storage account \
        hmac aes
        """
    private static let beforeHash = "password passwd pwd passphrase token secret"

    /// The endings of compound words: `mytoken`.
    private static let endings: [(ending: StaticString, kind: Finding.Kind)] = [
        ("token", .token), ("secret", .secret), ("password", .secret), ("passwd", .secret), ("passphrase", .secret),
        ("passwort", .secret), ("credential", .secret), ("tokens", .token), ("secrets", .secret),
        ("passwords", .secret),
        ("kennwort", .secret), ("passcode", .secret),
    ]

    /// All of them.
    static let all =
        secretWords + """
             token tokens jwt bearer nonce authorization code codes key keys hash hashes confirmation confirm repeat repeated again value \
            text string plaintext field input box
            """

    /// The letters that these words end with.
    private static let finals: UInt32 = all.split(separator: " ").reduce(0) { mask, word in
        word.utf8.last { ByteKind.isLetter($0) }.map { mask | 1 << UInt32($0 - 0x61) } ?? mask
    }
}
