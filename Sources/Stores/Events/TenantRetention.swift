import Database
import Domain
import UseCases

/// Deletes events of one tenant before the installation would: row by row on both engines, because the days of PostgreSQL
/// are shared by all tenants.
extension Events {
    func forget(of tenant: Tenant.ID, before moment: Timestamp, limit: Int) async throws(DomainError) -> Int {
        guard let number = try await number(of: tenant) else { return 0 }
        let isDone = try await access.read(tenant) { transaction in
            let first: Int? = try transaction.value(
                "SELECT 1 AS found FROM events WHERE tenant_id = \(number) AND occurred_at < \(moment) LIMIT 1"
            )
            guard first == nil else { return false }
            return try Self.hasNone(transaction, of: Self.dated(by: number, before: moment))
        }
        if isDone { return 0 }
        return try await access.writeAcross(Self.deliveries) { [now] transaction in
            let removal = EventRemoval(tenant: number, now: now())
            let rows = try removal.deleteOldest(before: moment, limit: limit, transaction)
            if rows > 0 { return rows }
            for table in Self.dated(by: number, before: moment) {
                let deleted = try transaction.execute(table.deletion(limit))
                if deleted > 0 { return deleted }
            }
            return 0
        }
    }

    func forgetOldest(of tenant: Tenant.ID, above bytes: Int64, limit: Int) async throws(DomainError) -> Int {
        guard let number = try await number(of: tenant) else { return 0 }
        let size = try await access.read(tenant) { transaction in
            try transaction.value(
                // A sum of PostgreSQL is a number of any size.
                "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS n FROM ingest_usage WHERE tenant_id = \(number)",
                as: Int64.self
            ) ?? 0
        }
        guard size > bytes else { return 0 }
        return try await access.writeAcross(Self.deliveries) { [now] transaction in
            try EventRemoval(tenant: number, now: now()).deleteOldest(limit: limit, transaction)
        }
    }

    /// Nil when the tenant has no event yet.
    func number(of tenant: Tenant.ID) async throws(DomainError) -> Int? {
        if let known = dictionary.knownNumber(of: tenant) { return known }
        return try await access.read(tenant) { [dictionary] in try dictionary.number(of: tenant, $0) }
    }

    /// Old rows of a tenant in a table beside `events`. The counts of events are kept as long as `CountRetention` says.
    private struct OldRows {
        let probe: SQL
        let deletion: (_ limit: Int) -> SQL
    }

    private static func hasNone(_ transaction: any ReadTransaction, of tables: [OldRows]) throws -> Bool {
        try transaction.rows(of: tables.map(\.probe)).allSatisfy(\.isEmpty)
    }

    private static func dated(by tenant: Int, before moment: Timestamp) -> [OldRows] {
        let isOldOutcome: SQL = "tenant_id = \(tenant) AND start < \(moment)"
        let isOldUsage: SQL = "tenant_id = \(tenant) AND day < \(moment.day)"
        return [
            OldRows(probe: "SELECT 1 AS found FROM item_outcomes WHERE \(sql: isOldOutcome) LIMIT 1") { limit in
                """
                DELETE FROM item_outcomes WHERE tenant_id = \(tenant)
                    AND (start, key_id, category, outcome, reason) IN (
                        SELECT start, key_id, category, outcome, reason FROM item_outcomes
                        WHERE \(sql: isOldOutcome) LIMIT \(limit))
                """
            },
            OldRows(probe: "SELECT 1 AS found FROM ingest_usage WHERE \(sql: isOldUsage) LIMIT 1") { limit in
                """
                DELETE FROM ingest_usage WHERE tenant_id = \(tenant) AND (day, key_id) IN (
                    SELECT day, key_id FROM ingest_usage WHERE \(sql: isOldUsage) LIMIT \(limit))
                """
            },
        ]
    }
}
