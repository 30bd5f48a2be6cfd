import Domain
import Foundation

/// A refresh token of Apple's that is to be withdrawn.
public struct AppleRevocation: Sendable, Hashable {
    public enum Reason: String, Sendable, CaseIterable {
        case accountDeleted = "account_deleted"
        case signedOutEverywhere = "signed_out_everywhere"
        /// The person took this way in away from the account.
        case unlinked
    }

    public let tenant: Tenant.ID
    /// The account may be gone.
    public let user: User.ID
    public let clientID: String
    public let queuedAt: Timestamp
    public let reason: Reason
    public let sealed: Data
    /// How often Apple was asked in vain.
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
    /// Of them, those that Apple was asked for in vain.
    public let failing: Int
    public let oldest: Timestamp?
    /// Of the one that was tried last; a canonical code.
    public let lastError: String?

    public init(waiting: Int, failing: Int, oldest: Timestamp?, lastError: String?) {
        self.waiting = waiting
        self.failing = failing
        self.oldest = oldest
        self.lastError = lastError
    }
}

/// The queue of revocations, kept by a store. What is queued is so in the transaction that deletes or signs out.
public protocol AppleRevocationStore: Sendable {
    /// Those that are due, over all tenants, the longest waiting first; none of them is due again within `lease`.
    func dueRevocations(
        at moment: Timestamp,
        lease: Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleRevocation]
    /// Takes one off the queue.
    func finish(_ revocation: AppleRevocation) async throws(DomainError)
    /// Notes that it failed with `error`, and when to try again.
    func postpone(_ revocation: AppleRevocation, until moment: Timestamp, error: String) async throws(DomainError)
    func backlog(of tenant: Tenant.ID) async throws(DomainError) -> AppleBacklog
}

/// A refresh token that Apple is to be asked about.
public struct AppleCheck: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let token: StoredAppleToken

    public init(tenant: Tenant.ID, token: StoredAppleToken) {
        self.tenant = tenant
        self.token = token
    }
}

/// The daily question whether refresh tokens are good, kept by a store.
public protocol AppleCheckStore: Sendable {
    /// Those that are due, over all tenants, the longest unasked first; each is due again `pause` later, whatever comes
    /// of it.
    func dueChecks(
        at moment: Timestamp,
        pause: @escaping @Sendable (User.ID) -> Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleCheck]
    /// Makes one that was not asked for due again at that moment.
    func release(_ check: AppleCheck, until moment: Timestamp) async throws(DomainError)
    func passed(_ check: AppleCheck, at moment: Timestamp) async throws(DomainError)
    /// Drops the token, notes the right as taken away and ends the person's sessions with Apple that had begun by
    /// `moment`. Changes nothing when there is a newer token.
    /// - Returns: how many sessions it ended; nil when nothing was changed.
    func withdrawn(
        _ check: AppleCheck,
        at moment: Timestamp,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int?
}

/// What became of one event of a notification.
public enum AppleEventOutcome: Sendable, Hashable {
    /// Nobody of the tenant has that subject.
    case unknown
    /// Something later is known of the person.
    case late(User.ID)
    case done(User.ID)
    /// The account went with the Apple Account.
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

/// What Apple's notifications change, kept by a store.
public protocol AppleNoticeStore: Sendable {
    /// Takes a notification once: its events change what is known of their people, end sessions where Apple stands
    /// behind someone no more, and take accounts away where that is decided. One transaction.
    /// - Parameters:
    ///   - idHash: SHA-256 of what names the notification, 32 bytes.
    ///   - decide: asked about each event that changed something.
    /// - Returns: what became of each event; nil for a notification that was taken before.
    func take(
        _ news: [AppleAccountChange],
        idHash: Data,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleAccountEvent, AppleAccountEffect) -> AppleAccountDecision
    ) async throws(DomainError) -> [AppleEventOutcome]?
    /// Forgets which notifications were taken before `moment`; at most `limit` of them, over all tenants.
    func forgetNotices(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// All that is kept about Apple.
public typealias AppleStores = AppleStore & AppleRevocationStore & AppleCheckStore & AppleNoticeStore & AppleFlowStore
