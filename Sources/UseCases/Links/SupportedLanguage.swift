import Domain
import StrictJSON

/// A language that our own messages and pages for people of apps are written in.
public enum SupportedLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// A tag of BCP 47 with all its parts is shorter.
    private static let tagMaximumBytes = 64

    /// - Returns: nil for another language.
    public init?(tag: String) {
        guard tag.utf8.count <= Self.tagMaximumBytes else { return nil }
        self.init(rawValue: String(tag.lowercased().prefix { $0 != "-" }))
    }

    /// The first one that is wanted and that there is.
    public init(wanted: [Language]) {
        self = wanted.lazy.compactMap { Self(tag: $0.description) }.first ?? .english
    }

    /// The person's own language if the app knows it, else the first one that the request asks for, else the tenant's.
    init(of user: User, wanted: [Language], _ tenant: Language) {
        let metadata = user.userMetadata.object
        let own = ["locale", "language", "lang"].compactMap {
            metadata[$0]?.stringValue?.beginning(ofBytes: Self.tagMaximumBytes).replacing("_", with: "-")
        }
        self = own.lazy.compactMap { Self(tag: $0) }.first ?? Self(wanted: wanted + [tenant])
    }
}
