import Domain

/// The removal of a sign-in method from an account.
public struct IdentityRemoval: Sendable {
    public let provider: Identity.Provider
    public let user: User.ID
    /// The session that stays; the others that began by the provider end.
    public let keptSession: Session.ID

    public init(of provider: Identity.Provider, from user: User.ID, keeping session: Session.ID) {
        self.provider = provider
        self.user = user
        keptSession = session
    }
}
