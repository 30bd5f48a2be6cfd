import Domain
import Foundation

/// Stores what an administrator sets for Apple, and what an administrator sees of Apple's answers.
public protocol AppleAdministrationStore: AppleConnectionLookup {
    /// - Returns: nil for a tenant without settings.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> StoredAppleSettings?
    func set(_ settings: StoredAppleSettings, of tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Records that Apple rejects these settings, or accepts them again; records nothing when they were changed since.
    func record(_ trouble: AppleFault?, of tenant: Tenant.ID, setAt moment: Timestamp) async throws(DomainError)
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
