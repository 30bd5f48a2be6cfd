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
