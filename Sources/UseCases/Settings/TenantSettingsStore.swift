import Domain

/// Stores the sign-in settings of tenants.
public protocol TenantSettingsStore: Sendable {
    /// Returns the current settings; the defaults for a tenant that has set none.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> VersionedSettings
    /// Returns the policies of the tenants that limit their events, in the order of their ids.
    /// - Parameter tenant: the tenant after which the list begins.
    func eventRetentionPolicies(after tenant: Tenant.ID, limit: Int) async throws(DomainError) -> [EventRetentionPolicy]
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
