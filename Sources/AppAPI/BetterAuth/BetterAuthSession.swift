import Domain

/// A session, and the value of its `token`.
struct BetterAuthSession: Sendable {
    let session: Session
    /// The caller's own token; without it the value is a handle that only `/revoke-session` accepts.
    var token: String?
}

/// A session and its user.
struct BetterAuthPresence: Sendable {
    let session: BetterAuthSession
    let user: User
}
