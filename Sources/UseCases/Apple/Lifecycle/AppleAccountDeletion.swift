import Domain

/// A user whose Apple Account was deleted, read in the transaction that handles Apple's notification.
public struct AppleAccountDeletion: Sendable {
    public let record: UserRecord
    public let policy: TenantSettings.AppleDeletion
    /// The user's status at Apple, including this event.
    public let accountStatus: AppleAccountStatus
    /// The user has a password, or a session that does not depend on Apple.
    public let hasOtherMethod: Bool

    public init(
        record: UserRecord,
        policy: TenantSettings.AppleDeletion,
        accountStatus: AppleAccountStatus,
        hasOtherMethod: Bool
    ) {
        self.record = record
        self.policy = policy
        self.accountStatus = accountStatus
        self.hasOtherMethod = hasOtherMethod
    }

    /// The decision about the account.
    enum Outcome: String, Sendable {
        case kept, deleted
        case keptForOtherMethod = "kept: there is another way in"
        case keptAsLastAdministrator = "kept: the last administrator"
    }

    var outcome: Outcome {
        guard policy == .delete, accountStatus.isAccountGone else { return .kept }
        if hasOtherMethod { return .keptForOtherMethod }
        do throws(DomainError) { try UserAdministration.keepOneAdministrator(record) } catch {
            return .keptAsLastAdministrator
        }
        return .deleted
    }
}
