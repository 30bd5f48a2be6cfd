import Testing

/// Texts that cost far more than their bytes where code normalises them or looks for the boundaries of characters,
/// and a plain one to compare with.
enum HostileText: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Combining marks in the wrong order: sorting them takes the square of their number.
    case marks
    /// The same, with a letter after every thirty: the worst that is still stream-safe.
    case brokenMarks
    /// A mark that decomposes into two.
    case tibetan
    /// Leading consonants that are one character.
    case hangul
    /// People that are joined into one character.
    case joined
    /// Flags: where one begins is known only from the start of the run.
    case flags
    /// Consonants that a virama joins: a whole text is one character.
    case conjuncts

    var testDescription: String { rawValue }

    /// About so many bytes of it.
    func text(bytes: Int) -> String {
        switch self {
        case .marks: "a" + Self.repeated("\u{301}\u{323}", bytes)
        case .brokenMarks: Self.repeated("a" + String(repeating: "\u{301}\u{323}", count: 15), bytes)
        case .tibetan: "a" + Self.repeated("\u{F73}\u{F71}", bytes)
        case .hangul: Self.repeated("\u{1100}", bytes)
        case .joined: Self.repeated("\u{1F469}\u{200D}", bytes)
        case .flags: Self.repeated("\u{1F1E6}", bytes)
        case .conjuncts: Self.repeated("\u{915}\u{94D}", bytes)
        }
    }

    static func plain(bytes: Int) -> String { String(repeating: "a", count: bytes) }

    private static func repeated(_ part: String, _ bytes: Int) -> String {
        String(repeating: part, count: max(1, bytes / part.utf8.count))
    }
}
