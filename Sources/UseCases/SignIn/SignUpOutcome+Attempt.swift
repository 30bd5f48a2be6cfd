import Domain

extension SignUpOutcome: AttemptResult {
    /// The user of an unconfirmed address may be made up.
    public var attemptUser: User.ID? { if case .signedIn(let signedIn) = self { signedIn.user.id } else { nil } }
    public var attemptSession: Session.ID? {
        if case .signedIn(let signedIn) = self { signedIn.session.id } else { nil }
    }
}
