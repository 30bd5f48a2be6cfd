import Domain
import Foundation

/// Lets an administrator set who signs in, how, and for how long.
public struct SettingsAdministration: Sendable {
    let store: any TenantSettingsStore
    let apple: any AppleConnectionLookup
    /// How long the installation keeps events: the maximum of every tenant.
    let eventLifetime: Duration
    let now: @Sendable () -> Timestamp

    public func settings(grant: Grant<ReadSettings>) async throws(DomainError) -> VersionedSettings {
        try await store.settings(of: grant.tenant)
    }

    /// Applies `edit` to the settings as they are then. Changes take effect from the next request on.
    /// - Parameter version: the version that the edit is based on; nil for any.
    /// - Throws: `.conflict(.settingsChanged)` when the version has changed since, `.invalid`.
    public func change(
        expecting version: Int?,
        grant: Grant<ManageSettings>,
        edit: @escaping @Sendable (inout TenantSettings) -> Void
    ) async throws(DomainError) -> VersionedSettings {
        let now = now()
        // Apple settings stay once they are set, and always name a client id.
        let maximumDays = Int(eventLifetime.components.seconds / 86_400)
        let isAppleConnected = try await apple.isAppleConnected(grant.tenant)
        return try await store.change(of: grant.tenant) { before throws(DomainError) in
            guard version.map({ $0 == before.version }) ?? true else { throw .conflict(.settingsChanged) }
            var settings = before.settings
            edit(&settings)
            try settings.check()
            if settings.methods.contains(.apple), !before.settings.methods.contains(.apple), !isAppleConnected {
                throw .invalid(
                    "methods",
                    .malformed(
                        .localizable(
                            "forms.apple-first",
                            "Set up Sign in with Apple first, in the tenant's Apple settings."
                        )
                    )
                )
            }
            // The installation's own limit may have become shorter since the tenant's was set.
            if settings.eventRetentionDays != before.settings.eventRetentionDays,
                settings.eventRetentionDays > maximumDays
            {
                throw .invalid("event_retention_days", .outOfRange(0...maximumDays))
            }
            // Sessions are handed over at these addresses.
            if settings.redirects != before.settings.redirects { try grant.principal.mustHaveProven(by: now) }
            let changes = TenantSetting.changes(from: before.settings, to: settings)
            guard !changes.isEmpty else { return (before.settings, nil) }
            let audit = AuditDraft(
                .tenantSettingsChanged,
                by: grant.principal,
                at: now,
                target: .init(.tenant, grant.tenant),
                changes: changes
            )
            return (settings, audit)
        }
    }
}

/// Looks up whether a tenant has settings for Sign in with Apple.
public protocol AppleConnectionLookup: Sendable {
    func isAppleConnected(_ tenant: Tenant.ID) async throws(DomainError) -> Bool
}

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
