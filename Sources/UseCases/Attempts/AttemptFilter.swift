import Domain

/// Selects attempts by their events. A nil property matches every event.
public struct AttemptFilter: Sendable, Hashable {
    public static let textMaximumLength = 200

    public var user: String?
    public var session: String?
    public var installation: String?
    public var failure: FailureKey.ID?
    /// The version of the app.
    public var release: String?

    public init(
        user: String? = nil,
        session: String? = nil,
        installation: String? = nil,
        failure: FailureKey.ID? = nil,
        release: String? = nil
    ) {
        self.user = user
        self.session = session
        self.installation = installation
        self.failure = failure
        self.release = release
    }
}
