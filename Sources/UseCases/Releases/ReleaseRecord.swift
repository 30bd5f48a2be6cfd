import Domain

/// A release of an app, known by the version that its events and runs name.
public struct ReleaseRecord: Sendable, Hashable {
    public let version: String
    public let firstSeenAt: Timestamp

    public init(version: String, firstSeenAt: Timestamp) {
        self.version = version
        self.firstSeenAt = firstSeenAt
    }
}
