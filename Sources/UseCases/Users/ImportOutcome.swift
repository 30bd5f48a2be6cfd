import Domain

/// The result of one user of an import.
public enum ImportOutcome: Sendable, Hashable {
    case added
    /// An existing user has the id or the address.
    case skipped
    case refused([FieldProblem])
}
