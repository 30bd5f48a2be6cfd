/// What a detector decides by: the time line of an attempt, and what is known around it.
public struct AttemptEvidence: Sendable {
    public let timeline: AttemptTimeline
    /// The session that the attempt is about, where it was read and still exists.
    public let session: AttemptSession?
    /// Earlier events of the same installation or user, in any order.
    public let earlier: [StoredEvent]
    public let now: Timestamp

    public init(
        _ timeline: AttemptTimeline,
        session: AttemptSession? = nil,
        earlier: [StoredEvent] = [],
        now: Timestamp
    ) {
        self.timeline = timeline
        self.session = session
        self.earlier = earlier
        self.now = now
    }

    /// The steps that surely or likely belong to the attempt, without what detectors found before. None of an attempt
    /// that was not read as a whole, because absence proves nothing there.
    var steps: [TimelineStep] {
        guard timeline.leftOut == 0 else { return [] }
        return timeline.steps.filter { $0.join.confidence != .possible && !$0.isFinding }
    }

    func steps(of lanes: TimelineLane..., at stages: Stage...) -> [TimelineStep] {
        steps.filter { lanes.contains($0.lane) && stages.contains($0.content.stage) }
    }
}
