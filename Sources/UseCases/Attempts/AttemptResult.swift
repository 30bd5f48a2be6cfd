import Domain

/// The result of a step that succeeded.
public protocol AttemptResult: Sendable {
    var attemptUser: User.ID? { get }
    var attemptSession: Session.ID? { get }
}
