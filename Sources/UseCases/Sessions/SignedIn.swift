import Domain

/// A new session with its token: the only time that the token is known.
public struct SignedIn: OpenedSession {
    public let session: Session
    public let user: User
    public let role: Role
    public let token: Credential
    /// The settings under which the session was opened: the tenant's, for a session of the app.
    public let settings: TenantSettings
    /// The device token that the client may send at its next sign-in.
    public var deviceToken: String?

    public var confirmsEmail: Bool { settings.confirmsEmail }
}

extension SignedIn: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { session.id }
}

/// A session that was opened, to be handed over to its client.
public protocol OpenedSession: Sendable {
    var session: Session { get }
    var user: User { get }
    var role: Role { get }
    /// Whether the tenant has addresses confirmed.
    var confirmsEmail: Bool { get }
}
