import Database
import Domain
import UseCases

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

    func record(dsn: CredentialHash, project: Int) async throws(DomainError) -> KeyRecord? {
        try await access.rowsAcross("key by DSN", [KeyRow.search(dsn: dsn, project: project)]) {
            try $0[0].first.map(KeyRow.record)
        }
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

    func insert(_ key: APIKey, hashes: KeyHashes, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let count: Int =
                try transaction.value(
                    "SELECT count(*) AS n FROM api_keys WHERE tenant_id = \(tenant) AND revoked_at IS NULL"
                ) ?? 0
            guard count < KeyAdministration.maximumPerTenant else {
                throw DomainError.invalid(
                    "name",
                    .malformed(
                        .localizable(
                            "forms.keys-maximum",
                            "A tenant has at most {maximum} active keys.",
                            ["maximum": .number(KeyAdministration.maximumPerTenant)]
                        )
                    )
                )
            }
            try KeyRow.insert(key, hashes: hashes, transaction)
            try trail.append(audit, to: tenant, in: transaction)
        }
    }

    func revoke(
        _ id: APIKey.ID,
        in tenant: Tenant.ID,
        at now: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> APIKey {
        try await access.write(tenant) { transaction in
            let revoked = try transaction.execute(
                "UPDATE api_keys SET revoked_at = \(now) WHERE tenant_id = \(tenant) AND id = \(id) AND revoked_at IS NULL"
            )
            let row = try transaction.row(
                "SELECT \(sql: KeyRow.columns) FROM api_keys k WHERE k.tenant_id = \(tenant) AND k.id = \(id)"
            )
            guard let row else { throw DomainError.notFound(.key) }
            if revoked == 1 {
                try SessionRow.endImpersonations(by: id.uuid, in: ActionContext(tenant, at: now), transaction)
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
