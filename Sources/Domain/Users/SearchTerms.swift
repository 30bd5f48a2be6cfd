import Foundation
import StrictJSON

/// Returns the words by which a user is found, folded so that case, accents and the kind of apostrophe, hyphen or blank
/// do not matter.
public enum SearchTerms {
    public static let maximumPerUser = 24
    public static let maximumLength = 64
    /// The size of one name or search, in UTF-8; the rest is ignored.
    static let maximumBytes = 2048
    /// The number of words of one search; the rest is ignored.
    public static let maximumPerSearch = 5

    /// Returns the words to store for a user: the words of the name, the whole address, and the parts of it.
    public static func terms(name: String?, email: EmailAddress?) -> [String] {
        terms(of: name.map { SearchedName($0) }, email: email)
    }

    public static func terms(of name: SearchedName?, email: EmailAddress?) -> [String] {
        var terms = name?.words ?? []
        if let email {
            let shown = fold(email.shown)
            terms.append(clipped(shown))
            terms += shown.split(separator: "@").map { clipped(String($0)) }
            terms += shown.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map { clipped(String($0)) }
            // A host in another script is found by either spelling.
            let stored = email.description
            if !stored.hasSameBytes(as: email.shown) {
                terms.append(clipped(fold(stored)))
                terms += stored.splitBytes(at: "@").suffix(1).map { clipped(String($0)) }
            }
        }
        var seen = Set<String>()
        return Array(terms.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(maximumPerUser))
    }

    /// Returns the words of a typed search, as prefixes.
    public static func search(_ text: String) -> [String] { Array(words(text).prefix(maximumPerSearch)) }

    /// Returns the text in lower case, without accents and with plain punctuation; empty for text that cannot be
    /// normalised in linear time.
    ///
    /// The result is stored: a change of it needs a migration, as 0031 is for punctuation.
    public static func fold(_ text: String) -> String {
        let text = text.beginning(ofBytes: maximumBytes)
        guard text.isStreamSafe else { return "" }
        // The acute accent that is typed as an apostrophe would decompose into a blank with a mark.
        let typed = String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{B4}" ? "'" : $0 })
        let decomposed = String(typed).lowercased().decomposedStringWithCompatibilityMapping
        return String(String.UnicodeScalarView(decomposed.unicodeScalars.compactMap(plain)))
    }

    /// Replaces an apostrophe or a hyphen by the one of ASCII. The compatibility mapping has replaced blanks and
    /// full-width forms.
    /// - Returns: nil for a mark, and for what is not seen.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        // Grave accent, modifier letters of Hawaiian, Ukrainian and transcribed Arabic, Hebrew geresh, quotation marks
        // and prime.
        case 0x60, 0x2BB, 0x2BC, 0x2BE, 0x2BF, 0x5F3, 0x2018, 0x2019, 0x201B, 0x2032: "'"
        // Hebrew maqaf, hyphens and dashes, minus sign.
        case 0x5BE, 0x2010...0x2015, 0x2212: "-"
        // Soft hyphen, joiners and marks of direction.
        case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF: nil
        default: scalar.properties.generalCategory == .nonspacingMark ? nil : scalar
        }
    }

    fileprivate static func words(_ text: String) -> [String] {
        fold(text).split(whereSeparator: \.isWhitespace).map { clipped(String($0)) }
    }

    private static func clipped(_ word: String) -> String { String(word.prefix(maximumLength)) }
}

/// A name with its search words. Folding takes far longer than writing, so it is done before the write transaction.
public struct SearchedName: Sendable {
    public let text: String
    /// The key by which lists are sorted.
    public let key: String
    let words: [String]

    public init(_ text: String) {
        self.text = text
        key = String(SearchTerms.fold(text).prefix(SearchTerms.maximumLength))
        words = SearchTerms.words(text)
    }
}
