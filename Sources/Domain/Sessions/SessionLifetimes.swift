/// The lifetimes of sessions.
public struct SessionLifetimes: Sendable, Hashable {
    /// Unused for this long, a session ends.
    public var idle: Duration
    /// The time after which a session ends, however much it is used.
    public var absolute: Duration

    public init(idle: Duration, absolute: Duration) {
        self.idle = idle
        self.absolute = absolute
    }

    /// Idle 30 days, absolute 180 days.
    public static let app = SessionLifetimes(idle: .days(30), absolute: .days(180))
    /// Idle 30 minutes, absolute 12 hours.
    public static let console = SessionLifetimes(idle: .minutes(30), absolute: .hours(12))

    /// The last-seen time is written at most this often.
    public static let touchInterval = Duration.minutes(1)
    /// The sessions of one user, where the tenant sets no other limit.
    public static let maximumPerUser = 20

    public func expiry(createdAt: Timestamp, lastSeenAt: Timestamp) -> Timestamp {
        min(createdAt + absolute, lastSeenAt + idle)
    }
}

/// How many sessions of one kind a user may have at once, and what happens to one more.
public struct SessionLimit: Sendable, Hashable {
    public enum Action: String, Sendable, CaseIterable {
        /// Rejects the new sign-in.
        case reject = "refuse"
        /// Ends the least recently used session.
        case endOldest = "end_oldest"
    }

    public static let standard = SessionLimit(maximum: SessionLifetimes.maximumPerUser, action: .endOldest)

    public let maximum: Int
    public let action: Action

    public init(maximum: Int, action: Action) {
        self.maximum = maximum
        self.action = action
    }
}
