import Domain
import StrictJSON

extension SupportedLanguage {
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
