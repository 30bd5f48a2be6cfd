import Database
import Domain

/// Deletes releases that neither a shape nor a group of runs names any longer.
struct ReleaseSweep {
    /// The release after which the scan goes on.
    struct Place: Sendable {
        var tenant = 0
        var firstSeenAt = Timestamp(milliseconds: .min)
        var version = ""
    }

    private struct Found: Sendable {
        let place: Place
        let isUnused: Bool
    }

    /// Whether nothing names the release `r`.
    ///
    /// The offset keeps PostgreSQL from reading all rows into a hash table instead.
    private static let isUnused: SQL =
        """
        NOT EXISTS (
            SELECT 1 FROM shapes s WHERE s.tenant_id = r.tenant_id AND s.app_version = r.version LIMIT 1 OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM app_run_groups g WHERE g.tenant_id = r.tenant_id AND g.version = r.version LIMIT 1 OFFSET 0)
        """

    let access: StoreAccess

    /// Takes a step of the scan for releases that were first seen before a time.
    /// - Returns: 0 when the scan is complete.
    func delete(before cutoff: Timestamp, _ scan: DailyScan<Place>, limit: Int) async throws(DomainError) -> Int {
        guard let place = scan.place(before: cutoff) else { return 0 }
        let rows = try await access.readAcross("unused releases") { transaction in
            try transaction.rows(
                """
                SELECT r.tenant_id AS tenant_id, r.first_seen_at AS first_seen_at, r.version AS version,
                    CASE WHEN r.first_seen_at < \(cutoff) AND \(sql: Self.isUnused) THEN 1 ELSE 0 END AS is_unused
                FROM (
                    SELECT a.tenant_id AS tenant_id, a.first_seen_at AS first_seen_at, a.version AS version
                    FROM releases a WHERE (a.tenant_id, a.first_seen_at, a.version)
                        > (\(place.tenant), \(place.firstSeenAt), \(place.version))
                    ORDER BY a.tenant_id, a.first_seen_at, a.version LIMIT \(limit)) AS r
                ORDER BY r.tenant_id, r.first_seen_at, r.version
                """
            ).map { row in
                let place = Place(
                    tenant: try row.get("tenant_id"),
                    firstSeenAt: try row.get("first_seen_at"),
                    version: try row.get("version")
                )
                return Found(place: place, isUnused: try row.get("is_unused", as: Int.self) == 1)
            }
        }
        let unused = rows.filter(\.isUnused).map(\.place)
        if !unused.isEmpty {
            try await access.writeAcross(Events.deliveries) { [cost = access.rowCost] transaction in
                for place in unused { try Self.delete(place, cost, transaction) }
            }
        }
        scan.continue(at: Self.next(after: rows.map(\.place), before: cutoff, limit: limit))
        return max(rows.count, 1)
    }

    private static func next(after places: [Place], before cutoff: Timestamp, limit: Int) -> Place? {
        guard let last = places.last, places.count == limit else { return nil }
        // The releases of a tenant are in the order of time.
        return last.firstSeenAt < cutoff ? last : Place(tenant: last.tenant + 1)
    }

    /// A delivery may have named it meanwhile.
    private static func delete(_ place: Place, _ cost: RowCost, _ transaction: any WriteTransaction) throws {
        let deleted = try transaction.execute(
            """
            DELETE FROM releases AS r
            WHERE r.tenant_id = \(place.tenant) AND r.version = \(place.version) AND \(sql: isUnused)
            """
        )
        let bytes = deleted * cost.bytes(ofRelease: place.version.utf8.count)
        try StorageLedger.release(bytes, of: place.tenant, transaction)
    }
}
