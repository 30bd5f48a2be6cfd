import Domain

/// A new session with its token: the only time that the token is known.
public struct SignedIn: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let token: Credential
    /// The device token that the client may send at its next sign-in.
    public var deviceToken: String?
}

extension SignedIn: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { session.id }
}
