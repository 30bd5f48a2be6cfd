/// Why an event is taken to belong to an attempt.
public struct EventJoin: Sendable, Hashable {
    /// What the event and the attempt have in common; the strongest reason first.
    public enum Reason: String, Sendable, CaseIterable, Hashable {
        case attempt, request, session, installation, user
    }

    public let reason: Reason
    public let confidence: JoinConfidence

    public init(_ reason: Reason, _ confidence: JoinConfidence) {
        self.reason = reason
        self.confidence = confidence
    }

    public static let byAttempt = EventJoin(.attempt, .certain)
}

/// How sure it is that an event belongs to an attempt.
public enum JoinConfidence: String, Sendable, CaseIterable, Hashable {
    case certain, likely, possible
}

/// An event with the reason for which it is part of an attempt.
public struct JoinedEvent: Sendable, Hashable {
    public let event: StoredEvent
    public let join: EventJoin

    public init(_ event: StoredEvent, by join: EventJoin) {
        self.event = event
        self.join = join
    }
}
