/// What a detector decides by: the time line of an attempt, and what is known around it.
public struct AttemptEvidence: Sendable {
    public let timeline: AttemptTimeline
    /// The session that the attempt is about, where it was read and still exists.
    public let session: AttemptSession?
    /// Earlier events of the same installation or user, in any order.
    public let earlier: [StoredEvent]
    /// Wrong passwords for the same account in other attempts around this one, in any order.
    public let guesses: [StoredEvent]
    /// How many others have the code that the verdict is about; nil where it was not counted.
    public let spread: CauseSpread?
    public let now: Timestamp

    public init(
        _ timeline: AttemptTimeline,
        session: AttemptSession? = nil,
        earlier: [StoredEvent] = [],
        guesses: [StoredEvent] = [],
        spread: CauseSpread? = nil,
        now: Timestamp
    ) {
        self.timeline = timeline
        self.session = session
        self.earlier = earlier
        self.guesses = guesses
        self.spread = spread
        self.now = now
    }

    /// The steps of the attempt; none of one that was not read as a whole, because absence proves nothing there.
    var steps: [TimelineStep] { timeline.leftOut == 0 ? timeline.ownSteps : [] }

    func steps(of lanes: TimelineLane..., at stages: Stage...) -> [TimelineStep] {
        steps.filter { lanes.contains($0.lane) && stages.contains($0.content.stage) }
    }
}
