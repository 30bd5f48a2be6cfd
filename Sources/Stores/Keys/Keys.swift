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
        SELECT \(sql: columns), \(sql: TenantRow.columns), o.dialect AS o_dialect
        FROM api_keys k JOIN tenants t ON t.id = k.tenant_id LEFT JOIN tenant_settings o ON o.tenant_id = k.tenant_id
        WHERE k.tenant_id = \(tenant) AND k.token_hash = \(token)
        """
    }

    static func record(_ row: Row) throws -> KeyRecord {
        KeyRecord(
            key: try key(row),
            tenant: try TenantRow.tenant(row),
            dialect: try row.find("o_dialect") ?? TenantSettings.standard.dialect
        )
    }

    static func insert(_ key: APIKey, token: CredentialHash, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO api_keys (tenant_id, id, kind, name, hint, token_hash, created_at)
            VALUES (\(key.tenant), \(key.id), \(key.kind), \(key.name), \(key.hint), \(token), \(key.createdAt))
            """
        )
    }
}

/// Stores the keys of tenants.
struct Keys: KeyStore {
    let access: StoreAccess
    let trail: AuditTrail

    private static let keyset = Keyset(
        after: { "k.id < \(try $0.identifier(APIKey.ID.self))" },
        before: { "k.id > \(try $0.identifier(APIKey.ID.self))" },
        order: "k.id DESC",
        reversed: "k.id ASC"
    )

    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> KeyRecord? {
        try await access.rows(tenant, [KeyRow.search(token, in: tenant)]) { try $0[0].first.map(KeyRow.record) }
    }

    func page(_ request: PageRequest, in tenant: Tenant.ID) async throws(DomainError) -> Page<APIKey> {
        try await access.readList(tenant) { transaction in
            let plan = try Self.keyset.plan(request)
            let rows = try transaction.rows(
                """
                SELECT \(sql: KeyRow.columns) FROM api_keys k WHERE k.tenant_id = \(tenant) AND \(sql: plan.condition)
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            return Keyset.page(try rows.map { try KeyRow.key($0) }, request) { ("", $0.id.uuid.bytes) }
        }
    }

    func key(_ id: APIKey.ID, in tenant: Tenant.ID) async throws(DomainError) -> APIKey {
        try await access.read(tenant) { transaction in
            let row = try transaction.row(
                "SELECT \(sql: KeyRow.columns) FROM api_keys k WHERE k.tenant_id = \(tenant) AND k.id = \(id)"
            )
            guard let row else { throw DomainError.notFound(.key) }
            return try KeyRow.key(row)
        }
    }

    func insert(_ key: APIKey, token: CredentialHash, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    {
        try await access.write(tenant) { transaction in
            let count: Int =
                try transaction.value(
                    "SELECT count(*) AS n FROM api_keys WHERE tenant_id = \(tenant) AND revoked_at IS NULL"
                ) ?? 0
            guard count < KeyAdministration.maximumPerTenant else {
                throw DomainError.invalid(
                    "name",
                    .malformed("A tenant has at most \(KeyAdministration.maximumPerTenant) active keys.")
                )
            }
            try KeyRow.insert(key, token: token, transaction)
            try trail.append(audit, to: tenant, in: transaction)
        }
    }

    func revoke(
        _ id: APIKey.ID,
        in tenant: Tenant.ID,
        at moment: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> APIKey {
        try await access.write(tenant) { transaction in
            let revoked = try transaction.execute(
                "UPDATE api_keys SET revoked_at = \(moment) WHERE tenant_id = \(tenant) AND id = \(id) AND revoked_at IS NULL"
            )
            let row = try transaction.row(
                "SELECT \(sql: KeyRow.columns) FROM api_keys k WHERE k.tenant_id = \(tenant) AND k.id = \(id)"
            )
            guard let row else { throw DomainError.notFound(.key) }
            if revoked == 1 {
                try SessionRow.endImpersonations(by: id.uuid, at: moment, in: tenant, transaction)
                try MakerRow.leave(id.uuid, in: tenant, transaction)
                try trail.append(audit, to: tenant, in: transaction)
            }
            return try KeyRow.key(row)
        }
    }

    func record(_ sightings: [KeySighting]) async throws(DomainError) {
        for (tenant, seen) in Dictionary(grouping: sightings, by: \.tenant) {
            try await access.write(tenant) { transaction in
                for sighting in seen {
                    try transaction.execute(
                        """
                        UPDATE api_keys SET last_used_at = \(sighting.usedAt) WHERE tenant_id = \(tenant) AND id = \(sighting.key)
                        """
                    )
                }
            }
        }
    }
}
