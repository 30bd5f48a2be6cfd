import Database
import Domain
import UseCases

/// Stores the sign-in settings of tenants.
struct SettingsOfTenants: TenantSettingsStore {
    let access: StoreAccess
    let trail: AuditTrail

    func settings(of tenant: Tenant.ID) async throws(DomainError) -> VersionedSettings {
        try await access.read(tenant) { try SettingsRow.find(tenant, $0) }
    }

    func eventRetentionPolicies(
        after tenant: Tenant.ID,
        limit: Int
    ) async throws(DomainError) -> [EventRetentionPolicy] {
        try await access.readAcross("limits of events") { transaction in
            try transaction.rows(
                """
                SELECT tenant_id, event_retention_days, event_storage_bytes FROM tenant_settings
                WHERE tenant_id > \(tenant) AND (event_retention_days > 0 OR event_storage_bytes > 0)
                ORDER BY tenant_id LIMIT \(limit)
                """
            ).map { row in
                EventRetentionPolicy(
                    tenant: try row.get("tenant_id"),
                    days: try row.get("event_retention_days"),
                    bytes: try row.get("event_storage_bytes")
                )
            }
        }
    }

    func change(
        of tenant: Tenant.ID,
        decide:
            @escaping @Sendable (VersionedSettings) throws(DomainError) -> (
                settings: TenantSettings, audit: AuditDraft?
            )
    ) async throws(DomainError) -> VersionedSettings {
        try await access.write(tenant) { transaction in
            let before = try SettingsRow.find(tenant, transaction)
            let (settings, audit) = try decide(before)
            guard let audit else { return before }
            let after = VersionedSettings(settings: settings, version: before.version + 1)
            try SettingsRow.store(after, of: tenant, at: audit.at, transaction)
            try trail.append(audit, to: tenant, in: transaction)
            return after
        }
    }
}
