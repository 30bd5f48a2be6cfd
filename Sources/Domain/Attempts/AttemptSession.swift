/// The session that came of an attempt, with the state of its refresh tokens.
public struct AttemptSession: Sendable, Hashable {
    public let session: Session
    /// Nil for a session without refresh tokens.
    public let refresh: RefreshState?

    public init(session: Session, refresh: RefreshState?) {
        self.session = session
        self.refresh = refresh
    }

    /// Whether the app has never come back with it: no refresh token was used, and it was not seen after its sign-in.
    public var isUnused: Bool { refresh?.generation ?? 1 == 1 && session.lastSeenAt <= session.createdAt }
}
