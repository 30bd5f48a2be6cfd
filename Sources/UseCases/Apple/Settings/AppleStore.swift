import Domain
import Foundation

/// Stores the Apple settings, identities and tokens.
public protocol AppleStore: Sendable {
    /// - Returns: nil for a tenant without settings.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> StoredAppleSettings?
    func set(_ settings: StoredAppleSettings, of tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Records the use of an identity token, reads the user it names, decides and carries the decision out, in one
    /// transaction. Records nothing about a token whose use is rejected.
    /// - Throws: `.conflict(.emailTaken)` when another user got the address meanwhile.
    func admit(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleRecord) -> AppleDecision
    ) async throws(DomainError) -> AppleAdmission
    /// Records that Apple rejects these settings, or accepts them again; records nothing when they were changed since.
    func record(_ trouble: AppleFault?, of tenant: Tenant.ID, setAt moment: Timestamp) async throws(DomainError)
    /// Stores a refresh token and replaces the one before it.
    func keep(_ token: StoredAppleToken, checkAt moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil for a user who has not signed in with Apple here.
    func link(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AppleLink?
    /// Returns a user's refresh token for one client id, sealed; nil when there is none.
    func token(of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(DomainError) -> Data?
    /// Deletes uses of tokens that expired before `moment`; at most `limit` of them, over all tenants.
    func forgetUses(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
