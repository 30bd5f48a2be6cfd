import Domain

/// A used link and its effect.
public struct FollowedLink: Sendable {
    public let link: OneTimeLink
    public let user: User
    public let role: Role
    /// The code that the app exchanges for a session, when it keeps the verifier.
    public let exchange: Credential?
}

extension FollowedLink: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
