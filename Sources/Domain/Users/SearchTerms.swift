import Foundation

/// The words by which a person is found, folded so that case and accents do not matter.
public enum SearchTerms {
    public static let maximumPerUser = 24
    public static let maximumLength = 64
    /// Words of one search; the rest is not looked at.
    public static let maximumPerSearch = 5

    /// What to store for a user: the words of the name, the whole address, and the parts of it.
    public static func terms(name: String?, email: EmailAddress?) -> [String] {
        var terms: [String] = []
        if let name { terms += words(name) }
        if let email {
            terms.append(clipped(fold(email.description)))
            terms += fold(email.description).split(separator: "@").map { clipped(String($0)) }
            terms += fold(email.description).split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map { clipped(String($0)) }
        }
        var seen = Set<String>()
        return Array(terms.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(maximumPerUser))
    }

    /// What someone typed, as beginnings of words.
    public static func search(_ text: String) -> [String] { Array(words(text).prefix(maximumPerSearch)) }

    /// Lower case without accents.
    public static func fold(_ text: String) -> String {
        let decomposed = text.lowercased().decomposedStringWithCompatibilityMapping
        return String(String.UnicodeScalarView(decomposed.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }))
    }

    private static func words(_ text: String) -> [String] {
        fold(text).split(whereSeparator: \.isWhitespace).map { clipped(String($0)) }
    }

    private static func clipped(_ word: String) -> String { String(word.prefix(maximumLength)) }
}
