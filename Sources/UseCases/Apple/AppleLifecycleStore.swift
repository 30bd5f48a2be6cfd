import Domain
import Foundation

/// A refresh token that has to be revoked at Apple.
public struct AppleRevocation: Sendable, Hashable {
    public enum Reason: String, Sendable, CaseIterable {
        case accountDeleted = "account_deleted"
        case signedOutEverywhere = "signed_out_everywhere"
        /// The user unlinked Apple from the account.
        case unlinked
    }

    public let tenant: Tenant.ID
    /// The id of the user, whose account may be gone.
    public let user: User.ID
    public let clientID: String
    public let queuedAt: Timestamp
    public let reason: Reason
    public let sealed: Data
    /// The number of failed tries.
    public let attempts: Int

    public init(
        tenant: Tenant.ID,
        user: User.ID,
        clientID: String,
        queuedAt: Timestamp,
        reason: Reason,
        sealed: Data,
        attempts: Int
    ) {
        self.tenant = tenant
        self.user = user
        self.clientID = clientID
        self.queuedAt = queuedAt
        self.reason = reason
        self.sealed = sealed
        self.attempts = attempts
    }
}

/// The revocations of one tenant that Apple has not confirmed yet.
public struct AppleBacklog: Sendable, Hashable {
    public let waiting: Int
    /// The revocations among them that Apple has failed to confirm at least once.
    public let failing: Int
    public let oldest: Timestamp?
    /// The error code of the latest try.
    public let lastError: String?

    public init(waiting: Int, failing: Int, oldest: Timestamp?, lastError: String?) {
        self.waiting = waiting
        self.failing = failing
        self.oldest = oldest
        self.lastError = lastError
    }
}

/// Stores the queue of revocations. A revocation is queued in the transaction that deletes or signs out.
public protocol AppleRevocationStore: Sendable {
    /// Returns the revocations that are due, over all tenants, the longest waiting first; none of them is due again
    /// within `lease`.
    func dueRevocations(
        at moment: Timestamp,
        lease: Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleRevocation]
    /// Removes a revocation from the queue.
    func finish(_ revocation: AppleRevocation) async throws(DomainError)
    /// Records that the revocation failed with `error`, and when to retry.
    func postpone(_ revocation: AppleRevocation, until moment: Timestamp, error: String) async throws(DomainError)
    func backlog(of tenant: Tenant.ID) async throws(DomainError) -> AppleBacklog
}

/// A refresh token to check with Apple.
public struct AppleCheck: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let token: StoredAppleToken

    public init(tenant: Tenant.ID, token: StoredAppleToken) {
        self.tenant = tenant
        self.token = token
    }
}

/// Stores the daily checks of refresh tokens.
public protocol AppleCheckStore: Sendable {
    /// Returns the checks that are due, over all tenants, the longest unchecked first; each is due again after `pause`,
    /// whatever its result.
    func dueChecks(
        at moment: Timestamp,
        pause: @escaping @Sendable (User.ID) -> Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleCheck]
    /// Makes a check that was not sent due again at that moment.
    func release(_ check: AppleCheck, until moment: Timestamp) async throws(DomainError)
    func passed(_ check: AppleCheck, at moment: Timestamp) async throws(DomainError)
    /// Deletes the token, records that consent was withdrawn and ends the user's Apple sessions that had begun by
    /// `moment`. Changes nothing when there is a newer token.
    /// - Returns: the number of ended sessions; nil when nothing was changed.
    func withdrawn(
        _ check: AppleCheck,
        at moment: Timestamp,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int?
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

/// An event with the forms in which its subject may be stored.
public struct AppleAccountChange: Sendable {
    public let event: AppleAccountEvent
    public let subjects: [String]

    public init(event: AppleAccountEvent, subjects: [String]) {
        self.event = event
        self.subjects = subjects
    }
}

/// Stores what Apple's notifications change.
public protocol AppleNoticeStore: Sendable {
    /// Handles a notification once: its events update the users' status, end sessions whose consent or Apple Account is
    /// gone, and delete accounts where that is decided. Runs in one transaction.
    /// - Parameters:
    ///   - idHash: SHA-256 of the notification's id, 32 bytes.
    ///   - decide: called for each event that changed something.
    /// - Returns: the result of each event; nil for a notification that was handled before.
    func take(
        _ news: [AppleAccountChange],
        idHash: Data,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleAccountEvent, AppleAccountEffect) -> AppleAccountDecision
    ) async throws(DomainError) -> [AppleEventOutcome]?
    /// Deletes the records of notifications handled before `moment`; at most `limit` of them, over all tenants.
    func forgetNotices(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// Stores all data about Apple.
public typealias AppleStores = AppleStore & AppleRevocationStore & AppleCheckStore & AppleNoticeStore & AppleFlowStore
