import StrictJSON

/// One event on the time line of an attempt.
public struct TimelineStep: Sendable, Hashable {
    /// A longer duration is a mere claim, beside which nothing else would be seen.
    static let longest = Duration.hours(1)

    public let event: StoredEvent
    public let join: EventJoin
    public let lane: TimelineLane
    /// When it happened, by the server's clock as far as it is known.
    public let at: Timestamp
    /// The time since the first step.
    public let offset: Duration
    /// How long such a step usually takes; nil when nothing is known about it.
    public let usual: UsualDuration?

    public init(_ joined: JoinedEvent, at time: Timestamp, since beginning: Timestamp, usual: UsualDuration?) {
        event = joined.event
        join = joined.join
        lane = TimelineLane(of: joined.event.content)
        at = time
        offset = time.since(beginning)
        self.usual = usual
    }

    public var content: EventContent { event.content }
    /// When it began: a step is recorded at its end.
    public var beganAt: Timestamp {
        guard let duration = content.duration, duration <= Self.longest else { return at }
        return at - duration
    }
    /// Whether it took longer than all but one in twenty of its kind.
    public var isSlow: Bool {
        guard let usual, let duration = content.duration else { return false }
        return duration > usual.slow
    }
    /// Whether the server's own rules recorded it: it tells of the attempt and is no step of it.
    var isFinding: Bool { event.isFinding }
    /// Whether the server rejected a token in it. Accepted tokens are not recorded, so no later step makes it good; it
    /// says nothing of the sign-in that follows.
    var isRejectedToken: Bool {
        content.source == .server && !isFinding && [.apiUse, .sessionRestore].contains(content.stage)
    }
}

extension StoredEvent {
    public var isFinding: Bool { content.source == .server && code.map(CauseCatalogue.isContradiction) == true }

    /// The code of a wrong password.
    public static let wrongPassword = "pwd.invalid"

    /// Whether it is a wrong password that the server compared: it names whom someone tried to be.
    public var isGuess: Bool {
        content.source == .server && code?.hasSameBytes(as: Self.wrongPassword) == true
    }
}
