/// The outcome of a step of an attempt.
public enum Outcome: String, Sendable, CaseIterable, Hashable, Codable {
    case success
    /// The user cancelled: counted, never an error.
    case cancelled
    /// The user can correct it: a wrong password, say.
    case rejected
    case failed
    /// Signed in, but a side step failed.
    case degraded
    /// Client and server disagree on the state.
    case inconsistent
    case skipped
    /// Not a result: a log line or a step that only tells what happened. It counts in no rate.
    case info
}
