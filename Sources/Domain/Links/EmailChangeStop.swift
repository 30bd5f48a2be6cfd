/// A link by which the owner of an account's mailbox stops a change of its address that a session requested.
public struct EmailChangeStop: Sendable, Hashable {
    /// Longer than the change can be pending: a user who reads the message late can still end every session.
    public static let lifetime = Duration.days(1)

    public let tenant: Tenant.ID
    public let user: User.ID
    /// The address it was sent to.
    public let email: EmailAddress
    /// The session that requested the change.
    public let session: Session.ID
    public let createdAt: Timestamp
    public let expiresAt: Timestamp

    public init(
        tenant: Tenant.ID,
        user: User.ID,
        email: EmailAddress,
        session: Session.ID,
        createdAt: Timestamp,
        expiresAt: Timestamp? = nil
    ) {
        self.tenant = tenant
        self.user = user
        self.email = email
        self.session = session
        self.createdAt = createdAt
        self.expiresAt = expiresAt ?? createdAt + Self.lifetime
    }
}
