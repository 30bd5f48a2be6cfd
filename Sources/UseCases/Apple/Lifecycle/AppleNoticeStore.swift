import Domain
import Foundation

/// Stores what Apple's notifications change.
public protocol AppleNoticeStore: Sendable {
    /// Handles a notification once: its events update the users' status, end sessions whose consent or Apple Account is
    /// gone, and delete accounts where that is decided. Runs in one transaction.
    /// - Parameters:
    ///   - idHash: SHA-256 of the notification's id, 32 bytes.
    ///   - decide: called for each event that changed something.
    /// - Returns: the result of each event; nil for a notification that was handled before.
    func take(
        _ changes: [AppleAccountChange],
        idHash: Data,
        in context: ActionContext,
        decide: @escaping @Sendable (AppleAccountEvent, AppleAccountEffect) -> AppleAccountDecision
    ) async throws(DomainError) -> [AppleEventOutcome]?
    /// Deletes the records of notifications handled before `cutoff`; at most `limit` of them, over all tenants.
    func forgetNotices(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// An event with the forms in which its subject may be stored.
public struct AppleAccountChange: Sendable {
    public let event: AppleAccountEvent
    public let subjects: [String]
}

/// The changes that follow from an event of Apple's.
public struct AppleAccountDecision: Sendable {
    /// The audit entry of the change.
    public let audit: AuditDraft?
    /// The change of the account; nil leaves it as it is.
    public let deletion: UserDecision?

    public init(audit: AuditDraft?, deletion: UserDecision? = nil) {
        self.audit = audit
        self.deletion = deletion
    }
}

/// The effect of an event of Apple's, from which events and the decision are made.
public struct AppleAccountEffect: Sendable {
    public let user: User.ID
    /// The number of sessions that ended.
    public let ended: Int
    /// Set for a deleted Apple Account.
    public let deletion: AppleAccountDeletion?

    public init(user: User.ID, ended: Int, deletion: AppleAccountDeletion?) {
        self.user = user
        self.ended = ended
        self.deletion = deletion
    }
}

/// The result of one event of a notification.
public enum AppleEventOutcome: Sendable, Hashable {
    /// No user of the tenant has that subject.
    case unknown
    /// A later event of the user is stored already.
    case late(User.ID)
    case done(User.ID)
    /// The account was deleted because the Apple Account was.
    case deleted(User.ID)

    public var user: User.ID? {
        switch self {
        case .unknown: nil
        case .late(let user), .done(let user), .deleted(let user): user
        }
    }
}
