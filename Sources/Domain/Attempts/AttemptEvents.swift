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
