/// A language of messages and pages.
public enum SupportedLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// The longest BCP 47 tag with all its parts is shorter.
    public static let tagMaximumBytes = 64

    /// - Returns: nil for an unsupported language.
    public init?(tag: String) {
        guard tag.utf8.count <= Self.tagMaximumBytes else { return nil }
        self.init(rawValue: String(tag.lowercased().prefix { $0 != "-" }))
    }

    /// The first of these languages that is supported.
    public init(wanted: [Language]) {
        self = wanted.lazy.compactMap { Self(tag: $0.description) }.first ?? .english
    }
}
