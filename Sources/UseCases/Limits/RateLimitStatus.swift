import Domain

/// The result of a claim.
public struct RateLimitStatus: Sendable, Hashable {
    /// The time to wait; nil when the tokens were taken.
    public let wait: Duration?
    public let levels: [Level]

    public init(wait: Duration?, levels: [Level]) {
        self.wait = wait
        self.levels = levels
    }

    /// The state of one bucket after a claim.
    public struct Level: Sendable, Hashable {
        public let name: String
        public let capacity: Int
        public let period: Duration
        public let left: Int
        public var unit = RateLimitUnit.events
        /// Whether the bucket belongs to a tenant or to a network around the address; clients see it only when it is empty.
        public var isWide = false

        public init(
            name: String,
            capacity: Int,
            period: Duration,
            left: Int,
            unit: RateLimitUnit = .events,
            isWide: Bool = false
        ) {
            self.name = name
            self.capacity = capacity
            self.period = period
            self.left = left
            self.unit = unit
            self.isWide = isWide
        }

        /// The time until the bucket is full again.
        public var refill: Duration { period * (Double(capacity - left) / Double(capacity)) }
    }
}

extension RateLimitStatus {
    /// Combines this claim with a later one; for buckets in both, the later level applies.
    func followed(by other: RateLimitStatus) -> RateLimitStatus {
        let names = Set(other.levels.map(\.name))
        let all = levels.filter { !names.contains($0.name) } + other.levels
        return RateLimitStatus(
            wait: other.wait,
            levels: all.filter { $0.unit == .events } + all.filter { $0.unit == .bytes }
        )
    }
}

/// The unit of a limit.
public enum RateLimitUnit: Sendable {
    case events, bytes
}
