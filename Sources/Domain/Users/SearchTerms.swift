import Foundation
import StrictJSON

/// Returns the words by which a user is found, folded so that case and accents do not matter.
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
            terms.append(clipped(fold(email.description)))
            terms += fold(email.description).split(separator: "@").map { clipped(String($0)) }
            terms += fold(email.description).split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map {
                clipped(String($0))
            }
        }
        var seen = Set<String>()
        return Array(terms.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(maximumPerUser))
    }

    /// Returns the words of a typed search, as prefixes.
    public static func search(_ text: String) -> [String] { Array(words(text).prefix(maximumPerSearch)) }

    /// Returns the text in lower case without accents; empty for text that cannot be normalised in linear time.
    public static func fold(_ text: String) -> String {
        let text = text.beginning(ofBytes: maximumBytes)
        guard text.isStreamSafe else { return "" }
        let decomposed = text.lowercased().decomposedStringWithCompatibilityMapping
        return String(
            String.UnicodeScalarView(
                decomposed.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
            )
        )
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
