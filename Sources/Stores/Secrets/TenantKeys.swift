import Database
import Domain
import UseCases

/// Stores the wrapped data keys of tenants.
struct TenantKeys: TenantKeyStore {
    let access: StoreAccess

    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [WrappedTenantKey] {
        try await access.read(tenant) { transaction in
            try transaction.rows(
                "SELECT version, wrapped, created_at FROM tenant_keys WHERE tenant_id = \(tenant) ORDER BY version DESC LIMIT 1000"
            ).map {
                WrappedTenantKey(
                    version: try $0.get("version"),
                    wrapped: try $0.get("wrapped"),
                    createdAt: try $0.get("created_at")
                )
            }
        }
    }

    func insert(_ key: WrappedTenantKey, of tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                INSERT INTO tenant_keys (tenant_id, version, wrapped, created_at)
                VALUES (\(tenant), \(key.version), \(key.wrapped), \(key.createdAt))
                ON CONFLICT (tenant_id, version) DO NOTHING
                """
            )
        }
    }
}
