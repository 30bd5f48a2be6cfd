/// The events with the id of one attempt.
public struct AttemptEvents: Sendable, Hashable {
    public let attempt: TraceID
    /// Earliest first.
    public let events: [StoredEvent]
    /// Nil when all are here.
    public let leftOut: LeftOutEvents?

    public init(_ attempt: TraceID, _ events: [StoredEvent], leftOut: LeftOutEvents? = nil) {
        self.attempt = attempt
        self.events = events
        self.leftOut = leftOut
    }
}

/// The events of an attempt that were not read, because it has too many.
public struct LeftOutEvents: Sendable, Hashable {
    public let count: Int
    /// Whether there may be more than `count`.
    public let isAtLeast: Bool
    /// The number of the last event before them, counted from 0.
    public let after: Int

    public init(count: Int, isAtLeast: Bool = false, after: Int) {
        self.count = count
        self.isAtLeast = isAtLeast
        self.after = after
    }
}
