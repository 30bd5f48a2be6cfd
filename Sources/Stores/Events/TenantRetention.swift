import Database
import Domain

/// Deletes events of one tenant before the installation would: row by row on both engines, because the days of PostgreSQL
/// are shared by all tenants.
extension Events {
    func forget(of tenant: Tenant.ID, before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        guard let number = try await number(of: tenant) else { return 0 }
        // Counts of events are kept as long as `CountRetention` says.
        let dated = CountDeletion.dated(before: cutoff)
        let isDone = try await access.read(tenant) { transaction in
            let first: Int? = try transaction.value(
                "SELECT 1 AS found FROM events WHERE tenant_id = \(number) AND occurred_at < \(cutoff) LIMIT 1"
            )
            guard first == nil else { return false }
            return try transaction.rows(of: dated.map { $0.probe(of: number) }).allSatisfy(\.isEmpty)
        }
        if isDone { return 0 }
        return try await access.writeAcross(Self.deliveries) { [now, cost = access.rowCost] transaction in
            let removal = EventRemoval(tenant: number, now: now(), cost: cost)
            let rows = try removal.deleteOldest(before: cutoff, limit: limit, transaction)
            if rows > 0 { return rows }
            return try transaction.deleteFirst(of: dated, in: number, limit: limit, cost)
        }
    }

    func forgetOldest(of tenant: Tenant.ID, above bytes: Int64, limit: Int) async throws(DomainError) -> Int {
        guard let number = try await number(of: tenant) else { return 0 }
        let size = try await access.read(tenant) { transaction in
            try transaction.value(
                // A sum of PostgreSQL is a number of any size.
                "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS n FROM event_day_bytes WHERE tenant_id = \(number)",
                as: Int64.self
            ) ?? 0
        }
        guard size > bytes else { return 0 }
        return try await access.writeAcross(Self.deliveries) { [now, cost = access.rowCost] transaction in
            try EventRemoval(tenant: number, now: now(), cost: cost).deleteOldest(limit: limit, transaction)
        }
    }

    /// Nil when the tenant has no event yet.
    func number(of tenant: Tenant.ID) async throws(DomainError) -> Int? {
        if let known = dictionary.knownNumber(of: tenant) { return known }
        return try await access.read(tenant) { [dictionary] in try dictionary.number(of: tenant, $0) }
    }
}
