import Domain

/// The reason a step failed.
public protocol AttemptFailure: Error {
    var attemptOutcome: Outcome { get }
    /// A code from the taxonomy: `invalid_credentials`.
    var attemptCode: String { get }
}
