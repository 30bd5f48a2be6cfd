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
