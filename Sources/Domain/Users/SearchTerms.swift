import Foundation
import StrictJSON

/// The words by which a person is found, folded so that case and accents do not matter.
public enum SearchTerms {
    public static let maximumPerUser = 24
    public static let maximumLength = 64
    /// Of one name or search, in UTF-8; what stands behind is not looked at.
    static let maximumBytes = 2048
    /// Words of one search; the rest is not looked at.
    public static let maximumPerSearch = 5

    /// What to store for a user: the words of the name, the whole address, and the parts of it.
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

    /// What someone typed, as beginnings of words.
    public static func search(_ text: String) -> [String] { Array(words(text).prefix(maximumPerSearch)) }

    /// Lower case without accents; empty for what cannot be normalised in linear time.
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

/// A name with the words by which it is found. Folding takes far longer than writing, so it is done before the writer
/// is asked for.
public struct SearchedName: Sendable {
    public let text: String
    /// By which lists are sorted.
    public let key: String
    let words: [String]

    public init(_ text: String) {
        self.text = text
        key = String(SearchTerms.fold(text).prefix(SearchTerms.maximumLength))
        words = SearchTerms.words(text)
    }
}
