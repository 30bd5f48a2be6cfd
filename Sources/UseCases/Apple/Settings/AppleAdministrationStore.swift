import Domain
import Foundation

/// Stores what an administrator sets for Apple, and what an administrator sees of Apple's answers.
public protocol AppleAdministrationStore: AppleConnectionLookup {
    /// - Returns: nil for a tenant without settings.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> StoredAppleSettings?
    func set(_ settings: StoredAppleSettings, of tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Records that Apple rejects these settings, or accepts them again; records nothing when they were changed since.
    func record(_ fault: AppleFault?, of tenant: Tenant.ID, setAt time: Timestamp) async throws(DomainError)
    /// - Returns: nil for a user who has not signed in with Apple here.
    func link(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AppleLink?
    /// Returns the revocations that Apple has not confirmed yet.
    func backlog(of tenant: Tenant.ID) async throws(DomainError) -> AppleBacklog
}

extension AppleAdministrationStore {
    public func isAppleConnected(_ tenant: Tenant.ID) async throws(DomainError) -> Bool {
        try await settings(of: tenant) != nil
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

/// The link between one user's account and their account at Apple.
public struct AppleLink: Sendable, Hashable {
    public let accountStatus: AppleAccountStatus
    /// When Apple last confirmed that the user consents to the app. Nil when that cannot be checked: Apple issued no
    /// refresh token, or reported it void.
    public let confirmedAt: Timestamp?
    /// The revocation of the user's consent has still to be sent to Apple.
    public let isRevocationWaiting: Bool

    public init(accountStatus: AppleAccountStatus, confirmedAt: Timestamp?, isRevocationWaiting: Bool) {
        self.accountStatus = accountStatus
        self.confirmedAt = confirmedAt
        self.isRevocationWaiting = isRevocationWaiting
    }

    /// Without personal data: whether mail is forwarded reveals something about the address.
    var impersonal: AppleLink {
        var bare = accountStatus
        bare.forwardsMail = nil
        bare.mailChangedAt = nil
        return AppleLink(accountStatus: bare, confirmedAt: confirmedAt, isRevocationWaiting: isRevocationWaiting)
    }
}

extension AppleAdministration {
    /// - Returns: nil for a user who has not signed in with Apple here, and for an id that this tenant does not know.
    public func link(of user: User.ID, grant: Grant<ReadUsers>) async throws(DomainError) -> AppleLink? {
        guard let link = try await store.link(of: user, in: grant.tenant) else { return nil }
        return try await settings.settings(of: grant.tenant).settings.isAnonymous ? link.impersonal : link
    }
}

/// The settings with the private key as stored.
public struct StoredAppleSettings: Sendable, Hashable {
    public let settings: AppleSettings
    /// The .p8 file, sealed by the vault.
    public let sealedKey: Data

    public init(settings: AppleSettings, sealedKey: Data) {
        self.settings = settings
        self.sealedKey = sealedKey
    }
}
