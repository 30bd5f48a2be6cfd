import Database
import Domain

/// Deletes what nothing names any longer: subjects and messages, which hold ids of users and texts of clients and must
/// not outlive the events, and shapes and failures, which outlive them by their counts.
///
/// A writer of events may use a number from its cache without looking at the row, on any node, so a row goes in two
/// phases. First it is retired: marked with the time. A writer that looks up a retired row clears the mark. A row that
/// has been retired for longer than any cached number is trusted is deleted; when a writer has used its number from the
/// cache meanwhile, another row names it, and the mark is cleared instead.
struct DictionarySweep {
    /// The time from the mark to the deletion: twice the time for which cached numbers are trusted, to allow for long
    /// transactions and for clocks of nodes that differ.
    static let delay = EventDictionary.trust * 2

    /// A row of `DictionaryTable.all[table]`; the scan goes on after it.
    struct Place: Sendable {
        var table = 0
        var tenant = 0
        var id = 0
    }

    let access: StoreAccess
    let now: Timestamp

    /// Takes a step of the scan for rows from before a time that nothing names, and retires them.
    /// - Returns: 0 when the scan is complete.
    func retire(before cutoff: Timestamp, _ scan: DailyScan<Place>, limit: Int) async throws(DomainError) -> Int {
        guard let place = scan.place(before: cutoff) else { return 0 }
        let table = DictionaryTable.all[place.table]
        let rows = try await access.readAcross("unused entries of dictionaries") { transaction in
            try transaction.rows(
                """
                SELECT d.tenant_id AS tenant_id, d.id AS id, d.created_at AS created_at,
                    CASE WHEN d.retired_at IS NULL AND d.created_at < \(cutoff) AND \(sql: table.isUnused) THEN 1 ELSE 0 END AS is_unused
                FROM (
                    SELECT s.tenant_id AS tenant_id, s.id AS id, s.created_at AS created_at, s.retired_at AS retired_at
                    FROM \(sql: table.name) s WHERE (s.tenant_id, s.id) > (\(place.tenant), \(place.id))
                    ORDER BY s.tenant_id, s.id LIMIT \(limit)) AS d
                ORDER BY d.tenant_id, d.id
                """
            ).map { try Found($0) }
        }
        let unused = Dictionary(grouping: rows.filter(\.isUnused), by: \.tenant)
        if !unused.isEmpty {
            try await access.writeAcross("unused entries of dictionaries") { [now] transaction in
                for (tenant, rows) in unused {
                    try table.retire(rows.map(\.id), of: tenant, at: now, transaction)
                }
            }
        }
        scan.continue(at: Self.next(after: rows, from: place, before: cutoff, limit: limit))
        return max(rows.count, 1)
    }

    /// Numbers are given in the order of time, so behind a row that is young there are only younger ones of its tenant.
    private static func next(after rows: [Found], from place: Place, before cutoff: Timestamp, limit: Int) -> Place? {
        guard let last = rows.last, rows.count == limit else {
            let table = place.table + 1
            return table < DictionaryTable.all.count ? Place(table: table) : nil
        }
        let isYoung = last.createdAt >= cutoff
        return Place(table: place.table, tenant: isYoung ? last.tenant + 1 : last.tenant, id: isYoung ? 0 : last.id)
    }

    /// Deletes rows that were retired long enough ago, unless something names them again.
    /// - Returns: the number of rows that were deleted or are no longer retired.
    func deleteRetired(limit: Int) async throws(DomainError) -> Int {
        let cutoff = now - Self.delay
        for table in DictionaryTable.all {
            let rows = try await access.readAcross("retired entries of dictionaries") { transaction in
                try transaction.rows(
                    """
                    SELECT d.tenant_id AS tenant_id, d.id AS id, d.created_at AS created_at,
                        CASE WHEN \(sql: table.isUnused) THEN 1 ELSE 0 END AS is_unused
                    FROM (
                        SELECT s.tenant_id AS tenant_id, s.id AS id, s.created_at AS created_at
                        FROM event_tenants t CROSS JOIN \(sql: table.name) s
                        WHERE s.tenant_id = t.number AND s.retired_at < \(cutoff) LIMIT \(limit)) AS d
                    """
                ).map { try Found($0) }
            }
            guard !rows.isEmpty else { continue }
            try await access.writeAcross(Events.deliveries) { [cost = access.rowCost] transaction in
                for (tenant, rows) in Dictionary(grouping: rows, by: \.tenant) {
                    let step = Deletion(table: table, tenant: tenant, cutoff: cutoff, cost: cost)
                    try step.keep(rows.filter { !$0.isUnused }.map(\.id), transaction)
                    try step.delete(rows.filter(\.isUnused).map(\.id), transaction)
                }
            }
            return rows.count
        }
        return 0
    }

    private struct Found {
        let tenant: Int
        let id: Int
        let createdAt: Timestamp
        let isUnused: Bool

        init(_ row: Row) throws {
            tenant = try row.get("tenant_id")
            id = try row.get("id")
            createdAt = try row.get("created_at")
            isUnused = try row.get("is_unused", as: Int.self) == 1
        }
    }
}

/// Rows of one table and tenant that were retired before a time. Writers of events wait while this runs.
private struct Deletion {
    let table: DictionaryTable
    let tenant: Int
    let cutoff: Timestamp
    let cost: RowCost

    func keep(_ ids: [Int], _ transaction: any WriteTransaction) throws {
        guard !ids.isEmpty else { return }
        try transaction.execute(
            "UPDATE \(sql: table.name) SET retired_at = NULL WHERE tenant_id = \(tenant) AND id IN \(list: ids)"
        )
    }

    /// Since the rows were found unused, a writer of events or a member can only have cleared their mark.
    ///
    /// The function keeps both engines from reading all retired rows of the tenant to find these.
    func delete(_ ids: [Int], _ transaction: any WriteTransaction) throws {
        guard !ids.isEmpty else { return }
        let condition: SQL =
            "d.tenant_id = \(tenant) AND d.id IN \(list: ids) AND coalesce(d.retired_at, \(cutoff)) < \(cutoff)"
        let rows = try transaction.rows("SELECT \(sql: table.values) FROM \(sql: table.name) d WHERE \(sql: condition)")
        try transaction.execute("DELETE FROM \(sql: table.name) AS d WHERE \(sql: condition)")
        try StorageLedger.release(try rows.reduce(0) { $0 + (try table.size($1, cost)) }, of: tenant, transaction)
    }
}
