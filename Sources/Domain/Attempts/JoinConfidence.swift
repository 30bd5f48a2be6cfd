/// How sure it is that an event belongs to an attempt.
public enum JoinConfidence: String, Sendable, CaseIterable, Hashable {
    case certain, likely, possible
}
