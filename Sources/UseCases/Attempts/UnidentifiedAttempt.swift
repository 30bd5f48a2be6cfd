import Domain

/// The result of a step that does not identify a user.
struct UnidentifiedAttempt: AttemptResult {
    var attemptUser: User.ID? { nil }
    var attemptSession: Session.ID? { nil }
}
