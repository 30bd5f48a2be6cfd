/// Tells the words that say how a value is from a value.
enum ValueWords {
    private static let mostWords = 24
    /// A message says that a secret *must* be longer within its first words.
    private static let mostWordsBeforeVerb = 3
    private static let longestPlainWord = 24

    /// Whether the value is the state of a value: `nil`, `missing`, `not_set`.
    static func isState(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count <= longestPlainWord else { return false }
        if states[value] != nil || isPlaceholder(value) { return true }
        // Without a letter or digit, it is masked: `••••`.
        return !value.contains { ByteKind.isLetterOrDigit($0) || $0 >= 0xC3 && $0 != 0xE2 && $0 != 0xEF }
    }

    /// `$1`, `?`, `%s`, `:password` and `${PASSWORD}` are where a value goes.
    static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.first, let last = value.last, !ByteKind.isLetterOrDigit(first) else { return false }
        let rest = value.dropFirst()
        let isName = !rest.isEmpty && rest.dropLast().allSatisfy { ByteKind.isLetter($0) || $0 == UInt8(ascii: "_") }
        switch first {
        case UInt8(ascii: "?"): return rest.isEmpty
        case UInt8(ascii: "$"):
            if rest.first == UInt8(ascii: "{") { return last == UInt8(ascii: "}") }
            return !rest.isEmpty && rest.count < 4 && rest.allSatisfy(ByteKind.isDigit)
                || isName && rest.allSatisfy { ByteKind.isUpper($0) || $0 == UInt8(ascii: "_") }
        case UInt8(ascii: ":"):
            return !rest.isEmpty && rest.allSatisfy { ByteKind.isLetter($0) || $0 == UInt8(ascii: "_") }
        case UInt8(ascii: "%"):
            return rest.count <= 2 && rest.allSatisfy { ByteKind.isLetter($0) || $0 == UInt8(ascii: "@") }
        case UInt8(ascii: "{"): return (rest.first == first || isName) && last == UInt8(ascii: "}")
        case UInt8(ascii: "<"): return isName && last == UInt8(ascii: ">")
        default: return false
        }
    }

    /// Whether all words are words of a language, or short numbers, with the signs of a sentence around them.
    static func arePlain(_ value: ArraySlice<UInt8>) -> Bool {
        var rest = value
        for _ in 0..<mostWords {
            guard let word = nextWord(in: &rest) else { return true }
            guard isPlain(word) else { return false }
        }
        return false
    }

    /// The words of a text, without the signs of a sentence around them.
    static func nextWord(in text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let start = text.firstIndex(where: { !isAround($0) }) else { return nil }
        let end = text[start...].firstIndex(where: ByteKind.isSpace) ?? text.endIndex
        var last = end
        while last > start, isAround(text[last - 1]) { last -= 1 }
        let word = text[start..<last]
        text = text[end...]
        return word
    }

    private static func isAround(_ byte: UInt8) -> Bool {
        if ByteKind.isSpace(byte) { return true }
        return switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","),
            UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "?"),
            UInt8(ascii: "-"), UInt8(ascii: "`"), UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    /// Letters, with hyphens, apostrophes and `_` between them and a capital at the start of each part, all capitals, or
    /// at most five digits, also of a time or a version.
    static func isPlain(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count <= longestPlainWord else { return false }
        // The name of a type.
        if word.count > 5, word.suffix(5).begins(with: "error"), word.allSatisfy(ByteKind.isLetter) { return true }
        var (digits, letters, capitals, inner) = (0, 0, 0, 0)
        var previous = UInt8(0)
        for byte in word {
            if ByteKind.isDigit(byte) {
                digits += 1
            } else if ByteKind.isLetter(byte) || byte >= 0x80 {
                letters += 1
                if ByteKind.isUpper(byte) {
                    capitals += 1
                    if ByteKind.isLetterOrDigit(previous) { inner += 1 }
                }
            } else if !isJoint(byte) {
                return false
            }
            previous = byte
        }
        if digits > 0 { return letters == 0 ? digits <= 5 : isUnit(word, digits: digits, letters: letters) }
        return letters > 0 && (inner == 0 || capitals == letters)
    }

    private static func isJoint(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/")
    }

    /// `3000ms`, `5xx`; `SHA256`, `oauth2`, `v1.2`.
    private static func isUnit(_ word: ArraySlice<UInt8>, digits: Int, letters: Int) -> Bool {
        guard let first = word.first else { return false }
        if ByteKind.isDigit(first) {
            return letters <= 2 && word.drop(while: { !ByteKind.isLetter($0) }).count == letters
        }
        guard digits <= 4 else { return false }
        let name = word.prefix(while: ByteKind.isLetter)
        return name.count == letters && (algorithms[name] != nil)
    }

    /// Whether a message about a value can begin with the word.
    static func mayBeginProse(_ word: ArraySlice<UInt8>) -> Bool {
        guard let first = word.first, word.count <= longestPlainWord else { return false }
        if ByteKind.isDigit(first) { return word.count < 4 }
        var text = word
        return nextWord(in: &text).map { verbs[$0] != nil || starts[$0] != nil } ?? true
    }

    /// Whether a message begins here that tells about a value, instead of the value: "must be longer", "the password is
    /// too short".
    static func areProse(_ value: ArraySlice<UInt8>) -> Bool {
        var rest = value
        if value.contains(where: ByteKind.isDigit), hasLength(value) { return true }
        guard let first = nextWord(in: &rest) else { return false }
        var word = first
        for _ in 0..<mostWordsBeforeVerb {
            guard let next = nextWord(in: &rest) else { return false }
            if verbs[word] != nil { return true }
            guard starts[word] != nil else { return false }
            word = next
        }
        return verbs[word] != nil
    }

    /// `at least 8 characters`
    private static func hasLength(_ value: ArraySlice<UInt8>) -> Bool {
        var rest = value
        for _ in 0..<6 {
            guard let word = nextWord(in: &rest) else { return false }
            if lengths[word] != nil { return true }
        }
        return false
    }

    /// Whether a word has letters and digits, as a secret has, and no word of a message.
    static func isOpaque(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= 6, word.contains(where: ByteKind.isDigit),
            word.contains(where: { isLower($0) || $0 >= 0x80 }) || isBase32(word),
            !word.contains(where: isStructural), !isPlain(word)
        else { return false }
        // An address of the network, a path, a model: they have findings of their own.
        let isPath =
            word.contains(UInt8(ascii: "/"))
            && (word.first == UInt8(ascii: "/") || word.count < 24 || !word.contains(where: ByteKind.isUpper))
        return !isPath && !isIdentifier(word) && !isModel(word) && !isPlace(word)
    }

    /// The seed of one-time codes (RFC 4648 §6).
    private static func isBase32(_ word: ArraySlice<UInt8>) -> Bool {
        word.count >= 16 && word.allSatisfy { ByteKind.isUpper($0) || ByteKind.isDigit($0) }
    }

    private static func isStructural(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "=") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "{")
            || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "|")
    }

    private static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    /// A UUID, or a trace's id.
    private static func isIdentifier(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.count { ByteKind.isHexadecimal($0) }
        return digits == 32 && (word.count == 32 || word.count == 36)
            && word.allSatisfy { $0 == 0x2D || ByteKind.isHexadecimal($0) }
    }

    /// `iPhone17,3`.
    private static func isModel(_ word: ArraySlice<UInt8>) -> Bool {
        guard let comma = word.firstIndex(of: UInt8(ascii: ",")) else { return false }
        return word[(comma + 1)...].allSatisfy(ByteKind.isDigit)
            && word[..<comma].drop(while: ByteKind.isLetter).allSatisfy(ByteKind.isDigit)
    }

    /// `SignIn.swift:42`, `0x1f`, `col1.db`.
    private static func isPlace(_ word: ArraySlice<UInt8>) -> Bool {
        if word.begins(with: "0x") { return true }
        guard let colon = word.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return word[(colon + 1)...].allSatisfy { ByteKind.isDigit($0) || $0 == UInt8(ascii: ":") }
    }

    // MARK: Tables

    private static let states = WordTable<Void>(
        """
        nil null none (null) <null> undefined true false yes no missing empty invalid expired required incorrect wrong <redacted> \
        <private> redacted [redacted] [filtered] *** absent present set unset not_set notset blank optional unknown unavailable \
        changed updated reset rejected accepted denied failed failure error success ok valid verified unverified confirmed mismatch \
        mismatched revoked refreshed restored active inactive ended closed open started cancelled canceled enabled disabled locked \
        blocked hidden masked ****** ***** **** ******** too_short too_long too_weak weak used reused already_used not_found \
        nan n/a - -- ? any string string? text data data? never always new old same-origin include omit (redacted) optional.none erforderlich obligatoire requis falsch ungültig invalide expiré abgelaufen fehlt manquant
        """
    )

    /// The words that a message about a value has, and before them the words with which it may begin.
    private static let verbs = WordTable<Void>(
        """
        must is was are were be has have had should shall can cannot can't could couldn't contains contain requires require required \
        does doesn't do did didn't not isn't wasn't won't will would needs need too may might failed expired expected please doit est n'est ne trop \
        était muss ist war darf kann wurde nicht zu hat sind
        """
    )
    private static let starts = WordTable<Void>(
        """
        the a an this that your its it password passwords pin code token secret passcode field value user please new old current \
        one at min minimum least path value length enter au moins mindestens le la les ce cette votre mot de passe das der die dein ihr passwort kennwort
        """
    )
    private static let lengths = WordTable<Void>("characters character chars zeichen caractères")
    private static let algorithms = WordTable<Void>(
        "sha md base utf oauth http https v ios rs es hs ps p ed x h s m tls ssl ipv mfa rfc"
    )
}
