/// Makes the texts of events, in every format, such as are stored: without U+0000, and truncated.
///
/// U+0000 becomes U+FFFD. A text of PostgreSQL cannot hold it, and functions of SQLite end at it, so that a search
/// would not find what follows.
public enum EventText {
    /// How far back a cut looks for the start of the word that it splits.
    private static let longestWord = 512

    /// Cuts at a character boundary and removes a word that the cut would split: half an email address or half a token
    /// has no pattern by which the scrubber could recognise it later.
    public static func clipped(_ text: String, _ maximumBytes: Int) -> String {
        let short = cut(text, maximumBytes)
        // A replacement is longer than what it replaces.
        return replacingNUL(in: short).map { cut($0, maximumBytes) } ?? short
    }

    private static func cut(_ text: String, _ maximumBytes: Int) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        let bytes = Array(text.utf8.prefix(maximumBytes + 1))
        var end = maximumBytes
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        var word = end
        while word > 0, end - word < longestWord, isWord(bytes[word - 1]) { word -= 1 }
        let isOneWord = word == 0 || isWord(bytes[word - 1])
        return String(decoding: bytes[..<(isOneWord ? end : word)], as: UTF8.self)
    }

    /// Cuts a flattened name (`user.session.id`) at its beginning, and marks the cut: its last part says what the value
    /// is, and whether it is a secret.
    public static func clippedName(_ name: String) -> String {
        let short = cutName(name)
        return replacingNUL(in: short).map(cutName) ?? short
    }

    private static func cutName(_ name: String) -> String {
        let maximumBytes = EventTextField.attributeName.maximumBytes
        guard name.utf8.count > maximumBytes else { return name }
        let end = name.utf8.suffix(maximumBytes - cutMark.utf8.count).drop { $0 & 0xC0 == 0x80 }
        return cutMark + String(decoding: end, as: UTF8.self)
    }

    private static let cutMark = "…"

    /// - Returns: nil for a text without U+0000.
    private static func replacingNUL(in text: String) -> String? {
        guard text.utf8.contains(0) else { return nil }
        let bytes = text.utf8.flatMap { $0 == 0 ? replacement : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// U+FFFD.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "@.+-_%~=/\\".utf8.contains(byte)
        }
    }
}
