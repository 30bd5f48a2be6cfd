/// One try to get or keep a session: what the phone, this server, Apple and the tenant's own back end say of it, in one
/// order.
public struct AttemptTimeline: Sendable, Hashable {
    public let attempt: TraceID
    public let steps: [TimelineStep]
    /// What is missing, and long pauses, in the order of the steps that they follow.
    public let gaps: [TimelineGap]
    public let ending: AttemptEnding
    /// The remaining error of the phone's clock, which is corrected in the times of its steps.
    public let clock: ClockAlignment
    /// The number of events that were not read.
    public let leftOut: Int
    /// Whether there may be more of them: they are counted up to a limit.
    public let mayLeaveOutMore: Bool

    /// - Parameters:
    ///   - events: in any order, at least one.
    ///   - leftOut: the events that were not read.
    public init(
        _ attempt: TraceID,
        _ events: [JoinedEvent],
        leftOut: LeftOutEvents? = nil,
        usual: UsualDurations = .unknown,
        now: Timestamp
    ) {
        self.attempt = attempt
        self.leftOut = leftOut?.count ?? 0
        mayLeaveOutMore = leftOut?.isAtLeast ?? false
        clock = ClockAlignment(events.map(\.event).filter { !$0.isFinding }.map(\.content))
        let steps = Self.steps(events, clock, usual)
        self.steps = steps
        let rules = GapRules(steps, now: now)
        let unread = leftOut.map {
            TimelineGap(.leftOut, after: min($0.after, max(0, steps.count - 1)), count: $0.count)
        }
        gaps = (unread.map { [$0] } ?? rules.missing) + rules.pauses
        ending = AttemptEnding(steps, now: now)
    }

    private static func steps(
        _ events: [JoinedEvent],
        _ clock: ClockAlignment,
        _ usual: UsualDurations
    ) -> [TimelineStep] {
        let placed = events.map { joined in
            let content = joined.event.content
            let isOfPhone = TimelineLane(of: content) == .phone
            return (joined: joined, at: isOfPhone ? content.occurredAt + clock.offset : content.occurredAt)
        }.sorted { ($0.at, $0.joined.event.content.id) < ($1.at, $1.joined.event.content.id) }
        guard let first = placed.first else { return [] }
        return placed.map {
            TimelineStep($0.joined, at: $0.at, since: first.at, usual: usual[$0.joined.event.content])
        }
    }

    /// The steps that surely or likely belong to the attempt, without what detectors found before.
    public var ownSteps: [TimelineStep] { steps.filter { $0.join.confidence != .possible && !$0.isFinding } }

    public var startedAt: Timestamp? { steps.first?.at }
    /// When the earliest step began.
    public var beganAt: Timestamp? { steps.map(\.beganAt).min() }
    /// The time since the earliest step began.
    public func elapsed(at now: Timestamp) -> Duration { beganAt.map { now.since($0) } ?? .zero }
    /// From the beginning of the earliest step to the last event.
    public var duration: Duration { steps.last.map { elapsed(at: $0.at) } ?? .zero }
    /// From the first event to the last.
    public var span: Duration { steps.last?.offset ?? .zero }
    /// The lanes that have steps, or should have.
    public var lanes: [TimelineLane] {
        TimelineLane.allCases.filter { lane in
            steps.contains { $0.lane == lane } || gaps.contains { $0.lane == lane }
        }
    }

    /// The session that the attempt is about, as the server names it: a client can name any.
    public var session: Session.ID? {
        certainByServer.lazy.compactMap { $0.content[.session].flatMap { Session.ID($0) } }.first
    }

    /// The user of a wrong password is whom someone tried to be: that of other steps comes first.
    private var userByServer: String? {
        let steps = certainByServer
        let known = steps.filter { !$0.event.isGuess }
        return (known + steps).lazy.compactMap { $0.event[.user] }.first
    }

    private var certainByServer: [TimelineStep] {
        steps.filter { $0.content.source == .server && !$0.isFinding && $0.join.confidence == .certain }
    }

    /// The first value that a step has: of certain steps before others. Who the user is, the server knows better than a
    /// client, which can name any: its certain steps come first.
    public func value(of dimension: EventDimension) -> String? {
        if dimension == .user, let user = userByServer { return user }
        return JoinConfidence.allCases.lazy.compactMap { confidence in
            steps.lazy.filter { $0.join.confidence == confidence }.compactMap { $0.event[dimension] }.first
        }.first
    }
}
