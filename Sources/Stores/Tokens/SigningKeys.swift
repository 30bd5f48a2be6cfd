import Database
import Domain
import Foundation
import UseCases

/// Stores the signing keys of tenants, cached while this node receives other nodes' changes: a new key is published
/// before it signs, so a list may be a moment old. Cached keys stay sealed.
struct SigningKeys: SigningKeyStore {
    private static let changed: Change.Topic = "signing_keys"
    /// The maximum number of withdrawn keys in the list, so that repeated withdrawals do not make it long.
    private static let maximumWithdrawn = 20

    let access: StoreAccess
    let trail: AuditTrail
    private let kept: TenantCache<[StoredSigningKey]>

    init(access: StoreAccess, trail: AuditTrail) {
        self.access = access
        self.trail = trail
        kept = TenantCache(Self.changed, access.database.changes)
    }

    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [StoredSigningKey] {
        try await kept.value(of: tenant) { () throws(DomainError) in try await read(tenant) }
    }

    private func read(_ tenant: Tenant.ID) async throws(DomainError) -> [StoredSigningKey] {
        try await access.read(tenant) { transaction in
            try transaction.rows(
                """
                SELECT name, point, sealed, created_at, activates_at, retires_at, withdrawn_at FROM signing_keys WHERE tenant_id = \(tenant)
                ORDER BY activates_at, name LIMIT 1000
                """
            ).map { try Self.key($0, of: tenant) }
        }
    }

    func add(
        _ new: StoredSigningKey,
        after previous: SigningKey.Name?,
        forgetting forgotten: Timestamp,
        audit: AuditDraft?
    ) async throws(DomainError) -> Bool {
        let (key, tenant) = (new.key, new.key.tenant)
        return try await access.write(tenant) { transaction in
            let latest: String? = try transaction.value(
                """
                SELECT name FROM signing_keys WHERE tenant_id = \(tenant) AND withdrawn_at IS NULL
                ORDER BY activates_at DESC, name DESC LIMIT 1
                """
            )
            guard latest == previous else { return false }
            if let previous {
                try transaction.execute(
                    "UPDATE signing_keys SET retires_at = \(key.activatesAt) WHERE tenant_id = \(tenant) AND name = \(previous)"
                )
            }
            try transaction.execute(
                "DELETE FROM signing_keys WHERE tenant_id = \(tenant) AND retires_at < \(forgotten)"
            )
            try Self.insert(new, transaction)
            try transaction.announce(Change(Self.changed, of: tenant.uuid))
            if let audit { try trail.append(audit, to: tenant, in: transaction) }
            return true
        }
    }

    func replaceAll(
        leaked: SigningKey.Name,
        by new: StoredSigningKey,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool {
        let (tenant, now) = (new.key.tenant, audit.at)
        return try await access.write(tenant) { transaction in
            let believed: Int? = try transaction.value(
                "SELECT 1 AS n FROM signing_keys WHERE tenant_id = \(tenant) AND name = \(leaked) AND withdrawn_at IS NULL"
            )
            guard believed != nil else { return false }
            try transaction.execute(
                """
                UPDATE signing_keys SET withdrawn_at = \(now), retires_at = \(now), sealed = \(Data())
                WHERE tenant_id = \(tenant) AND withdrawn_at IS NULL
                """
            )
            try transaction.execute(
                """
                DELETE FROM signing_keys WHERE tenant_id = \(tenant) AND withdrawn_at IS NOT NULL AND name NOT IN (
                    SELECT name FROM signing_keys WHERE tenant_id = \(tenant) AND withdrawn_at IS NOT NULL
                    ORDER BY withdrawn_at DESC, name LIMIT \(Self.maximumWithdrawn))
                """
            )
            try Self.insert(new, transaction)
            try transaction.announce(Change(Self.changed, of: tenant.uuid))
            try trail.append(audit, to: tenant, in: transaction)
            return true
        }
    }

    private static func insert(_ new: StoredSigningKey, _ transaction: any WriteTransaction) throws {
        let (key, point) = (new.key, Data(new.key.point))
        try transaction.execute(
            """
            INSERT INTO signing_keys (tenant_id, name, point, sealed, created_at, activates_at, retires_at)
            VALUES (\(key.tenant), \(key.name), \(point), \(new.sealed), \(key.createdAt), \(key.activatesAt), \(key.retiresAt))
            """
        )
    }

    private static func key(_ row: Row, of tenant: Tenant.ID) throws -> StoredSigningKey {
        let point: Data = try row.get("point")
        return StoredSigningKey(
            key: SigningKey(
                name: try row.get("name"),
                tenant: tenant,
                point: Array(point),
                createdAt: try row.get("created_at"),
                activatesAt: try row.get("activates_at"),
                retiresAt: try row.find("retires_at"),
                withdrawnAt: try row.find("withdrawn_at")
            ),
            sealed: try row.get("sealed")
        )
    }
}
