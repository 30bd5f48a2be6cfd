import Domain

/// A user with the sign-in methods of their account.
public struct AccountProfile: Sendable {
    public let user: User
    public let identities: [Identity]
    /// The requested new address, until it is confirmed.
    public let pendingEmail: PendingEmail?

    public init(user: User, identities: [Identity], pendingEmail: PendingEmail? = nil) {
        self.user = user
        self.identities = identities
        self.pendingEmail = pendingEmail
    }
}

/// A new address of an account, which replaces the old one when a link sent to it is used.
public struct PendingEmail: Sendable, Hashable {
    public let email: EmailAddress
    public let askedAt: Timestamp

    public init(email: EmailAddress, askedAt: Timestamp) {
        self.email = email
        self.askedAt = askedAt
    }
}
