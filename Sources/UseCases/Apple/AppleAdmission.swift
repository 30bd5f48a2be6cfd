import Domain
import Foundation

/// One use of an identity token.
public struct AppleUse: Sendable, Hashable {
    /// Clocks differ, so a token is taken, and its use remembered, a little past its end.
    static let skew = Duration.minutes(10)

    public let tokenHash: Data
    /// As it is stored: Apple's, or its keyed hash.
    public let subject: String
    /// What Apple called the person while the app was moving here from another team, stored in the same way.
    public let transferSubject: String?
    /// That the token brings, when it may be kept.
    public let email: EmailAddress?
    /// Apple has seen that the address is theirs.
    public let isEmailVerified: Bool
    /// Of whoever adds Apple to their account; nil for signing in.
    public let session: Session.ID?
    public let usedAt: Timestamp
    public let issuedAt: Timestamp
    /// From when on the token is not good anyway.
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

/// What a decision about an identity token is made from, read in the transaction that carries it out.
public struct AppleRecord: Sendable {
    /// When the same token was used before; nil for the first time.
    public let firstUsedAt: Timestamp?
    /// Who it was used for then; nil when the account is gone.
    public let firstUser: User.ID?
    /// Whose identity the subject is.
    public let user: User?
    /// The person was found by what Apple called them during a move of the app.
    public let isTransferred: Bool
    /// Who has the address of the token, when it is someone else.
    public let emailOwner: User?
    public let emailOwnerRole: Role?
    /// The person took the app's right away after Apple issued the token.
    public let isWithdrawn: Bool
    /// Who has the session of the use; nil when it has none, or that has ended.
    public let target: User?
    /// They have an Apple Account already.
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
    /// Whoever signed up with the address and never showed that it is theirs keeps the account, but no password and no
    /// session: it is somebody else's address, or the person has come by another way. What a tenant has given a right
    /// is made by its administrators.
    /// - Returns: nil when nobody's password is in question.
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

/// What shall become of a use.
public enum AppleDecision: Sendable {
    case refuse(AppleSignInFailure)
    case create(User, audit: AuditDraft)
    /// The target gets another way to sign in.
    case link(User, audit: AuditDraft)
    /// The person with what the token or the request adds; without an audit entry nothing was added.
    case keep(User, audit: AuditDraft?)
}

/// What became of it.
public enum AppleAdmission: Sendable {
    case refused(AppleSignInFailure)
    case admitted(User, Role, AppleRecord)
}

extension AppleRecord {
    /// A client that lost our answer sends the same token again; for so long that is taken for the same sign-in.
    static let retryWindow = Duration.minutes(5)

    var isRepeated: Bool { firstUsedAt != nil }

    /// Whether the use is a copy of an old one rather than a client that tries again.
    func isReplay(at moment: Timestamp) -> Bool {
        guard let firstUsedAt else { return false }
        return moment.since(firstUsedAt) >= Self.retryWindow || firstUser == nil || firstUser != user?.id
    }
}
