import Domain

/// A failure with all that its page shows.
public struct FailureDetail: Sendable {
    /// The events of a failure in one release.
    public struct Release: Sendable, Hashable {
        /// Nil for events without a release.
        public let name: String?
        public let count: Int

        public init(name: String?, count: Int) {
            self.name = name
            self.count = count
        }
    }

    public let summary: FailureSummary
    /// The releases of the period with most events.
    public let releases: [Release]
    /// Whether there are no other releases.
    public let hasAllReleases: Bool
    /// The latest events.
    public let examples: [StoredEvent]

    public init(summary: FailureSummary, releases: [Release], hasAllReleases: Bool, examples: [StoredEvent]) {
        self.summary = summary
        self.releases = releases
        self.hasAllReleases = hasAllReleases
        self.examples = examples
    }
}
