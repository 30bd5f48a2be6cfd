/// A link by which the mailbox of an account stops a change of its address that a session asked for.
public struct EmailChangeStop: Sendable, Hashable {
    /// Longer than the change can wait for: whoever reads the message late can still sign everyone out.
    public static let lifetime = Duration.days(1)

    public let tenant: Tenant.ID
    public let user: User.ID
    /// Where it went.
    public let email: EmailAddress
    /// That asked for the change.
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
