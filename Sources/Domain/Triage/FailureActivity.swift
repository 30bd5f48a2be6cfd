/// The events of a failure since it came into its state.
public struct FailureActivity: Sendable, Hashable {
    /// A release in which it happened, and when first.
    public struct Sighting: Sendable, Hashable {
        /// Nil for events without a release.
        public let release: String?
        public let at: Timestamp

        public init(release: String?, at: Timestamp) {
            self.release = release
            self.at = at
        }
    }

    public let sightings: [Sighting]
    public let count: Int
    /// The events of the last 24 hours.
    public let countOfDay: Int

    public init(sightings: [Sighting], count: Int, countOfDay: Int) {
        self.sightings = sightings
        self.count = count
        self.countOfDay = countOfDay
    }
}
