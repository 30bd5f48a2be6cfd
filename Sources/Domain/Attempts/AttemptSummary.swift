/// One attempt in a list.
public struct AttemptSummary: Sendable, Hashable {
    public let attempt: TraceID
    public let startedAt: Timestamp
    public let span: Duration
    public let ending: AttemptEnding
    /// Why it reached no server, as far as its events are read.
    public let neverArrived: NeverArrived?
    public let lanes: [TimelineLane]
    /// What of it is missing, without pauses.
    public let missing: [TimelineGap.Kind]
    public let user: String?
    public let provider: String?
    public let appVersion: String?
    public let osVersion: String?
    public let deviceModel: String?
    public let events: Int
    /// Whether it has more events than were read: the latest were.
    public let isPartial: Bool

    /// - Returns: nil without events.
    public init?(_ found: AttemptEvents, now: Timestamp) {
        let timeline = AttemptTimeline(
            found.attempt,
            found.events.map { JoinedEvent($0, by: .byAttempt) },
            leftOut: found.leftOut,
            now: now
        )
        guard let startedAt = timeline.startedAt else { return nil }
        attempt = found.attempt
        self.startedAt = startedAt
        span = timeline.span
        ending = timeline.ending
        neverArrived = timeline.neverArrived
        lanes = timeline.lanes
        missing = timeline.gaps.map(\.kind).filter { $0 != .pause && $0 != .leftOut }
        user = timeline.value(of: .user)
        provider = timeline.value(of: .provider)
        appVersion = timeline.value(of: .appVersion)
        osVersion = timeline.value(of: .osVersion)
        deviceModel = timeline.value(of: .deviceModel)
        events = found.events.count
        isPartial = found.leftOut != nil
    }
}
