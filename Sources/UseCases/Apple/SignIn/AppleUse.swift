import Domain
import Foundation

/// One use of an identity token.
public struct AppleUse: Sendable, Hashable {
    /// The tolerance for clocks: a token is accepted, and its use remembered, a little past its end.
    static let skew = Duration.minutes(10)

    public let tokenHash: Data
    /// The subject as it is stored: Apple's, or its keyed hash.
    public let subject: String
    /// The user's subject at Apple while the app was transferred here from another team, stored like `subject`.
    public let transferSubject: String?
    /// The token's address, when it may be stored.
    public let email: EmailAddress?
    /// Apple has verified that the address is the user's.
    public let isEmailVerified: Bool
    /// The session of the user who links Apple to their account; nil for a sign-in.
    public let session: Session.ID?
    /// The device that sent the token, with the keyed hash of its name.
    public let device: Device
    public let usedAt: Timestamp
    public let issuedAt: Timestamp
    /// The time from which the token is invalid in any case.
    public let expiresAt: Timestamp

    public init(
        tokenHash: Data,
        subject: String,
        transferSubject: String? = nil,
        email: EmailAddress?,
        isEmailVerified: Bool = false,
        session: Session.ID? = nil,
        device: Device,
        usedAt: Timestamp,
        issuedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.tokenHash = tokenHash
        self.subject = subject
        self.transferSubject = transferSubject
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.session = session
        self.device = device
        self.usedAt = usedAt
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

extension AppleUse {
    /// A user who signed up with the address and never confirmed it keeps the account, but loses its password and
    /// sessions: the address is another user's, or the owner has now signed in by another method. An account to which
    /// the tenant has granted a permission is handled by its administrators.
    /// - Returns: nil when no password is in question.
    public func disproof(_ record: AppleRecord) -> (owner: User.ID, audit: AuditDraft)? {
        guard isEmailVerified, let owner = record.emailOwner, owner.id != record.target?.id, !owner.emailVerified,
            record.emailOwnerRole?.permissions.isEmpty == true
        else { return nil }
        let audit = AuditDraft(
            .userUpdated,
            by: .system,
            at: usedAt,
            target: .init(.user, owner.id),
            changes: [.init("password", from: "unproven", to: nil)]
        )
        return (owner.id, audit)
    }
}
