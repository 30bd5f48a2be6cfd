import Domain
import StrictJSON

/// A language of the server's own messages and pages for users of apps.
public enum SupportedLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// The longest BCP 47 tag with all its parts is shorter.
    private static let tagMaximumBytes = 64

    /// - Returns: nil for an unsupported language.
    public init?(tag: String) {
        guard tag.utf8.count <= Self.tagMaximumBytes else { return nil }
        self.init(rawValue: String(tag.lowercased().prefix { $0 != "-" }))
    }

    /// The first of these languages that is supported.
    public init(wanted: [Language]) {
        self = wanted.lazy.compactMap { Self(tag: $0.description) }.first ?? .english
    }

    /// The user's own language if the app has set it, else the first supported one that the request accepts, else the
    /// tenant's.
    init(of user: User, wanted: [Language], _ tenant: Language) {
        let metadata = user.userMetadata.object
        let own = ["locale", "language", "lang"].compactMap {
            metadata[$0]?.stringValue?.beginning(ofBytes: Self.tagMaximumBytes).replacing("_", with: "-")
        }
        self = own.lazy.compactMap { Self(tag: $0) }.first ?? Self(wanted: wanted + [tenant])
    }
}
