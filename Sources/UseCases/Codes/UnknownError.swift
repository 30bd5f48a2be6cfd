import Domain

/// Errors of one kind that no table has, within the time that was asked for.
public struct UnknownError: Sendable, Hashable {
    /// The outermost error; nil for events that say none, or more kinds of which are not told apart.
    public let root: FailureKey.Pair?
    /// The deepest error beneath it; nil when there is none.
    public let cause: FailureKey.Pair?
    /// In the order of `Stage`.
    public let stages: [Stage]
    /// How many events there are.
    public let count: Int
    public let firstSeenAt: Timestamp
    public let lastSeenAt: Timestamp
    /// A recent event; nil when it was deleted meanwhile.
    public let example: Event.Reference?

    public init(
        root: FailureKey.Pair?,
        cause: FailureKey.Pair?,
        stages: [Stage],
        count: Int,
        firstSeenAt: Timestamp,
        lastSeenAt: Timestamp,
        example: Event.Reference?
    ) {
        self.root = root
        self.cause = cause
        self.stages = stages
        self.count = count
        self.firstSeenAt = firstSeenAt
        self.lastSeenAt = lastSeenAt
        self.example = example
    }
}
