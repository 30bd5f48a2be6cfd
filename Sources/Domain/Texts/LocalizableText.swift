/// A text for users that is chosen far from a page: in a rule, a use case or a store.
///
/// APIs and the command line write it in English, from here. A page takes it from the catalogue, by its key, in the
/// page's language. The English pattern is that of the catalogue; `scripts/check_texts.py` compares them.
///
/// ```swift
/// throw .invalid("host", .malformed(.localizable("forms.host", "Enter a domain like sign-in.example.com.")))
/// ```
public struct LocalizableText: Sendable, Hashable {
    /// The text in English. Numbers have no separators, so that programs can read them.
    public let english: String
    private let key: TextKey?
    private let arguments: [String: TextArgument]

    /// - Parameters:
    ///   - key: of the catalogue.
    ///   - english: the pattern of the catalogue in English.
    public static func localizable(
        _ key: TextKey,
        _ english: String,
        _ arguments: [String: TextArgument] = [:]
    ) -> LocalizableText {
        guard let pattern = TextPattern(english), pattern.placeholders == Set(arguments.keys) else {
            assertionFailure("the text \(key) has other placeholders than arguments")
            return .english(english)
        }
        let filled = pattern.filled { arguments[$0]?.english ?? "" }
        return LocalizableText(english: filled, key: key, arguments: arguments)
    }

    /// A text that only APIs and the command line write.
    public static func english(_ text: String) -> LocalizableText {
        LocalizableText(english: text, key: nil, arguments: [:])
    }

    /// The text in the language of a page.
    public func text(_ texts: Texts) -> String {
        guard let key else { return english }
        return texts(key, arguments)
    }
}

extension TextArgument {
    fileprivate var english: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .span(let seconds): SpanText.english(seconds: seconds)
        }
    }
}

/// Names a text of the catalogue: `sessions.title`.
public struct TextKey: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    public init(_ name: String) { description = name }

    public init(stringLiteral name: String) { self.init(name) }
}
