import Domain

extension SignedIn: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { session.id }
}
