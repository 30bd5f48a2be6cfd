import StrictJSON

/// All texts that users read, in every supported language.
///
/// A file is a JSON object of one area and one language. Its members are the keys, each with a pattern, or with an object
/// of the plural forms `one` and `other`. All languages have the same keys, with the same placeholders.
public struct TextCatalogue: Sendable {
    private let entries: [SupportedLanguage: [TextKey: TextEntry]]

    /// - Parameter files: for each language the objects by area.
    public init(_ files: [SupportedLanguage: [String: JSONObject]]) throws(TextCatalogueProblem) {
        var entries = [SupportedLanguage: [TextKey: TextEntry]]()
        for language in SupportedLanguage.allCases {
            var texts = [TextKey: TextEntry]()
            for (area, object) in files[language] ?? [:] {
                for (name, value) in object { texts[TextKey(name)] = try Self.entry(name, value, area: area) }
            }
            entries[language] = texts
        }
        self.entries = entries
        try checkLanguages()
    }

    public func texts(in language: SupportedLanguage) -> Texts {
        Texts(language: language, entries: entries[language] ?? [:])
    }

    /// Every key, sorted by its bytes.
    public var keys: [String] { (entries[.english] ?? [:]).keys.map(\.description).sorted() }

    private static func entry(
        _ name: String,
        _ value: JSONValue,
        area: String
    ) throws(TextCatalogueProblem) -> TextEntry {
        guard name.hasPrefix(area + ".") else {
            throw TextCatalogueProblem(name, "Its file is \(area).json; the key must start with “\(area).”.")
        }
        if let text = value.stringValue { return .single(try pattern(name, text)) }
        guard let forms = value.objectValue, Set(forms.names) == Set(PluralForm.allCases.map(\.rawValue)),
            let one = forms["one"]?.stringValue, let other = forms["other"]?.stringValue
        else { throw TextCatalogueProblem(name, "It must be a text, or an object with “one” and “other”.") }
        return .plural(one: try pattern(name, one), other: try pattern(name, other))
    }

    private static func pattern(_ name: String, _ text: String) throws(TextCatalogueProblem) -> TextPattern {
        guard let pattern = TextPattern(text) else {
            throw TextCatalogueProblem(name, "A placeholder is a name in braces, like {name}.")
        }
        return pattern
    }

    private func checkLanguages() throws(TextCatalogueProblem) {
        let english = entries[.english] ?? [:]
        for language in SupportedLanguage.allCases {
            let own = entries[language] ?? [:]
            if let missing = Set(english.keys).symmetricDifference(own.keys).min(by: { $0.description < $1.description }
            ) {
                throw TextCatalogueProblem(missing.description, "It is not in every language.")
            }
            for (key, entry) in own {
                guard let model = english[key], model.isPlural == entry.isPlural else {
                    throw TextCatalogueProblem(key.description, "The languages disagree about plural forms.")
                }
                guard model.placeholders == entry.placeholders else {
                    throw TextCatalogueProblem(key.description, "The languages disagree about placeholders.")
                }
            }
        }
    }
}

/// A fault in the files of the text catalogue. It stops the start.
public struct TextCatalogueProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or the key.
    public let subject: String
    public let reason: String

    public init(_ subject: String, _ reason: String) {
        self.subject = subject
        self.reason = reason
    }

    public var description: String { "Texts, \(subject): \(reason)" }
}
