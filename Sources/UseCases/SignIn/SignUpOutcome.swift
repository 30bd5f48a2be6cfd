import Domain

/// The result of signing up.
public enum SignUpOutcome: Sendable {
    case signedIn(SignedIn)
    /// The address has to be confirmed first. When the address was already taken, the user in here is made up.
    case unconfirmed(User)
}

extension SignUpOutcome: AttemptResult {
    /// The user of an unconfirmed address may be made up.
    public var attemptUser: User.ID? { if case .signedIn(let signedIn) = self { signedIn.user.id } else { nil } }
    public var attemptSession: Session.ID? {
        if case .signedIn(let signedIn) = self { signedIn.session.id } else { nil }
    }
}
