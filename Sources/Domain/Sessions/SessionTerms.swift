/// The tenant's settings for each session of its app.
public struct SessionTerms: Sendable, Hashable {
    public let lifetimes: SessionLifetimes
    /// Nil for the server's default.
    public let accessTokenLifetime: Duration?
    /// No address and no device name is stored.
    public let isAnonymous: Bool
    /// Signing out everywhere also revokes the app's consent at Apple.
    public let revokesAtApple: Bool
    /// A user can sign in only with a confirmed address.
    public let confirmsEmail: Bool

    public init(
        lifetimes: SessionLifetimes,
        accessTokenLifetime: Duration?,
        isAnonymous: Bool,
        revokesAtApple: Bool = false,
        confirmsEmail: Bool = false
    ) {
        self.lifetimes = lifetimes
        self.accessTokenLifetime = accessTokenLifetime
        self.isAnonymous = isAnonymous
        self.revokesAtApple = revokesAtApple
        self.confirmsEmail = confirmsEmail
    }

    /// The terms of a tenant with default settings.
    public static let standard = SessionTerms(lifetimes: .app, accessTokenLifetime: nil, isAnonymous: false)
}
