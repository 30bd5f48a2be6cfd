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
        self.usedAt = usedAt
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

/// The data from which the use of an identity token is decided, read in the transaction that carries the decision out.
public struct AppleRecord: Sendable {
    /// When this token was used before; nil for the first time.
    public let firstUsedAt: Timestamp?
    /// The user it was used for then; nil when the account is gone.
    public let firstUser: User.ID?
    /// The user who has the subject as an identity.
    public let user: User?
    /// The user was found by their transfer subject, from a move of the app between teams.
    public let isTransferred: Bool
    /// The user who has the address of the token, when it is another user.
    public let emailOwner: User?
    public let emailOwnerRole: Role?
    /// The user withdrew consent from the app after Apple issued the token.
    public let isWithdrawn: Bool
    /// The user whose session the use has; nil when it has none, or that has ended.
    public let target: User?
    /// The target has an Apple Account already.
    public let isTargetLinked: Bool

    public init(
        firstUsedAt: Timestamp?,
        firstUser: User.ID?,
        user: User?,
        isTransferred: Bool = false,
        emailOwner: User?,
        emailOwnerRole: Role? = nil,
        isWithdrawn: Bool = false,
        target: User? = nil,
        isTargetLinked: Bool = false
    ) {
        self.firstUsedAt = firstUsedAt
        self.firstUser = firstUser
        self.user = user
        self.isTransferred = isTransferred
        self.emailOwner = emailOwner
        self.emailOwnerRole = emailOwnerRole
        self.isWithdrawn = isWithdrawn
        self.target = target
        self.isTargetLinked = isTargetLinked
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

/// The decision about the use of a token.
public enum AppleDecision: Sendable {
    case refuse(AppleSignInFailure)
    case create(User, audit: AuditDraft)
    /// Adds a sign-in method to the target's account.
    case link(User, audit: AuditDraft)
    /// Keeps the user with the attributes the token or the request adds; without an audit entry nothing was added.
    case keep(User, audit: AuditDraft?)
}

/// The result of the decision.
public enum AppleAdmission: Sendable {
    case refused(AppleSignInFailure)
    case admitted(User, Role, AppleRecord)
}

extension AppleRecord {
    /// A client that lost the response sends its token again; within this time that counts as one sign-in.
    static let retryWindow = Duration.minutes(5)

    var isRepeated: Bool { firstUsedAt != nil }

    /// Whether the use is a replay of an old one rather than a retry of the client.
    func isReplay(at moment: Timestamp) -> Bool {
        guard let firstUsedAt else { return false }
        return moment.since(firstUsedAt) >= Self.retryWindow || firstUser == nil || firstUser != user?.id
    }
}
