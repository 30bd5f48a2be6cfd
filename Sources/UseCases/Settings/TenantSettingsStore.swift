import Domain
import Foundation

/// Stores the sign-in settings of tenants.
public protocol TenantSettingsStore: Sendable {
    /// Returns the current settings; the defaults for a tenant that has set none.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> VersionedSettings
    /// Reads, decides and carries out in one transaction; a decision without an audit entry changes nothing.
    /// - Throws: the decision's error.
    func change(
        of tenant: Tenant.ID,
        decide:
            @escaping @Sendable (VersionedSettings) throws(DomainError) -> (
                settings: TenantSettings, audit: AuditDraft?
            )
    ) async throws(DomainError) -> VersionedSettings
}
