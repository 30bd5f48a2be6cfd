import Domain

/// The settings of tenants, read once in a turn.
struct AppleTenants: Sendable {
    private let known: [Tenant.ID: StoredAppleSettings]

    init(of tenants: some Sequence<Tenant.ID>, in store: any AppleAdministrationStore) async throws(DomainError) {
        var known: [Tenant.ID: StoredAppleSettings] = [:]
        for tenant in Set(tenants) { known[tenant] = try await store.settings(of: tenant) }
        self.known = known
    }

    /// Nil for a client id that the tenant has removed, or never had.
    func settings(of tenant: Tenant.ID, clientID: String) -> StoredAppleSettings? {
        known[tenant].flatMap { $0.settings.clientIDs.contains(clientID) ? $0 : nil }
    }
}
