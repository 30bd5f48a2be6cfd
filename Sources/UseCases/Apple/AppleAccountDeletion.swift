import Domain

/// Someone whose Apple Account is gone, read in the transaction that takes Apple's word of it.
public struct AppleAccountDeletion: Sendable {
    public let record: UserRecord
    public let policy: TenantSettings.AppleDeletion
    /// What Apple has told of them, with this word.
    public let standing: AppleAccountStatus
    /// A password, or a session that goes on without Apple.
    public let hasOtherWayIn: Bool

    public init(
        record: UserRecord,
        policy: TenantSettings.AppleDeletion,
        standing: AppleAccountStatus,
        hasOtherWayIn: Bool
    ) {
        self.record = record
        self.policy = policy
        self.standing = standing
        self.hasOtherWayIn = hasOtherWayIn
    }

    /// What becomes of the account.
    enum Outcome: String, Sendable {
        case kept, deleted
        case keptForOtherWayIn = "kept: there is another way in"
        case keptAsLastAdministrator = "kept: the last administrator"
    }

    var outcome: Outcome {
        guard policy == .delete, standing.isAccountGone else { return .kept }
        if hasOtherWayIn { return .keptForOtherWayIn }
        do throws(DomainError) { try UserAdministration.keepOneAdministrator(record) } catch {
            return .keptAsLastAdministrator
        }
        return .deleted
    }
}

/// What an event of Apple's has done, for what is to be written and decided about it.
public struct AppleAccountEffect: Sendable {
    public let user: User.ID
    /// Sessions that ended.
    public let ended: Int
    /// Of an Apple Account that is gone.
    public let departure: AppleAccountDeletion?

    public init(user: User.ID, ended: Int, departure: AppleAccountDeletion?) {
        self.user = user
        self.ended = ended
        self.departure = departure
    }
}

/// What follows from an event of Apple's.
public struct AppleAccountDecision: Sendable {
    /// The entry for what it changed.
    public let audit: AuditDraft?
    /// What becomes of the account; nil: it stays as it is.
    public let departure: UserDecision?

    public init(audit: AuditDraft?, departure: UserDecision? = nil) {
        self.audit = audit
        self.departure = departure
    }
}
