import Database
import Domain
import UseCases

/// One row of `api_keys`.
enum KeyRow {
    static let columns: SQL =
        """
        k.tenant_id AS k_tenant_id, k.id AS k_id, k.kind AS k_kind, k.name AS k_name, k.hint AS k_hint, k.created_at AS k_created_at,
        k.last_used_at AS k_last_used_at, k.revoked_at AS k_revoked_at
        """

    static func key(_ row: Row) throws -> APIKey {
        APIKey(
            id: try row.get("k_id"),
            tenant: try row.get("k_tenant_id"),
            kind: try row.get("k_kind"),
            name: try row.get("k_name"),
            hint: try row.get("k_hint"),
            createdAt: try row.get("k_created_at"),
            lastUsedAt: try row.find("k_last_used_at"),
            revokedAt: try row.find("k_revoked_at")
        )
    }

    /// Selects the key of a token; no row when the tenant does not have it.
    static func search(_ token: CredentialHash, in tenant: Tenant.ID) -> SQL {
        """
        \(sql: selection)
        WHERE k.tenant_id = \(tenant) AND k.token_hash = \(token)
        """
    }

    /// Selects the key of a DSN; no row when the tenant with that number does not have it.
    static func search(dsn: CredentialHash, project: Int) -> SQL {
        """
        \(sql: selection)
        WHERE t.number = \(project) AND k.dsn_hash = \(dsn)
        """
    }

    private static let selection: SQL =
        """
        SELECT \(sql: columns), \(sql: TenantRow.columns), o.dialect AS o_dialect
        FROM api_keys k JOIN tenants t ON t.id = k.tenant_id LEFT JOIN tenant_settings o ON o.tenant_id = k.tenant_id
        """

    static func record(_ row: Row) throws -> KeyRecord {
        let tenant = try TenantRow.tenant(row)
        return KeyRecord(key: try key(row), tenant: tenant, dialect: try SettingsRow.dialect(row, of: tenant.id))
    }

    static func insert(_ key: APIKey, hashes: KeyHashes, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO api_keys (tenant_id, id, kind, name, hint, token_hash, dsn_hash, created_at)
            VALUES (\(key.tenant), \(key.id), \(key.kind), \(key.name), \(key.hint), \(hashes.token), \(hashes.dsn),
                \(key.createdAt))
            """
        )
    }
}
