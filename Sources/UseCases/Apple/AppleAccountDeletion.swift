import Domain

/// A user whose Apple Account was deleted, read in the transaction that handles Apple's notification.
public struct AppleAccountDeletion: Sendable {
    public let record: UserRecord
    public let policy: TenantSettings.AppleDeletion
    /// The user's status at Apple, including this event.
    public let standing: AppleAccountStatus
    /// The user has a password, or a session that does not depend on Apple.
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

    /// The decision about the account.
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

/// The effect of an event of Apple's, from which events and the decision are made.
public struct AppleAccountEffect: Sendable {
    public let user: User.ID
    /// The number of sessions that ended.
    public let ended: Int
    /// Set for a deleted Apple Account.
    public let departure: AppleAccountDeletion?

    public init(user: User.ID, ended: Int, departure: AppleAccountDeletion?) {
        self.user = user
        self.ended = ended
        self.departure = departure
    }
}

/// The changes that follow from an event of Apple's.
public struct AppleAccountDecision: Sendable {
    /// The audit entry of the change.
    public let audit: AuditDraft?
    /// The change of the account; nil leaves it as it is.
    public let departure: UserDecision?

    public init(audit: AuditDraft?, departure: UserDecision? = nil) {
        self.audit = audit
        self.departure = departure
    }
}
