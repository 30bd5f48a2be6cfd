import Database
import Domain

/// Deletes events of a tenant before the installation would, together with their bytes. Their counts stay: they are small,
/// name nobody, and say what happened. Writers of events must wait while this runs.
struct EventRemoval {
    let tenant: Int
    let now: Timestamp
    let cost: RowCost

    private static let named: SQL = .list(
        references.map { column in
            "e.\(sql: SQL(stringLiteral: column)) AS \(sql: SQL(stringLiteral: column))"
        }
    )

    /// The indexed columns that can be null.
    private static let references: [StaticString] = DictionaryTable.ofRows.flatMap(\.columns) + ["failure_id"]

    /// What the removal of a row of `events e` with its shape `s` needs.
    static let columns: SQL =
        """
        e.occurred_at AS occurred_at, e.seq AS seq, e.shape_id AS shape_id, s.source AS source, s.stage AS stage,
        s.outcome AS outcome, e.rest AS rest, \(sql: named)
        """

    /// Deletes the oldest events.
    /// - Parameter cutoff: deletes only events from before it.
    /// - Returns: the number of deleted rows.
    func deleteOldest(before cutoff: Timestamp? = nil, limit: Int, _ transaction: any WriteTransaction) throws -> Int {
        let isOld = cutoff.map { cutoff -> SQL in "e.occurred_at < \(cutoff)" }
        let rows = try transaction.rows(
            """
            SELECT \(sql: Self.columns) FROM events e JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
            WHERE e.tenant_id = \(tenant) AND \(sql: isOld ?? "TRUE") ORDER BY e.occurred_at, e.seq LIMIT \(limit)
            """
        )
        guard let last = rows.last else { return 0 }
        let (lastTime, seq): (Int64, Int64) = (try last.get("occurred_at"), try last.get("seq"))
        let deleted = try transaction.execute(
            """
            DELETE FROM events WHERE tenant_id = \(tenant) AND occurred_at <= \(lastTime)
                AND (occurred_at, seq) <= (\(lastTime), \(seq))
            """
        )
        try settle(rows, erased: nil, transaction)
        return deleted
    }

    /// Deletes rows of users that were read before, as far as they are still there.
    /// - Parameter users: the numbers of the users.
    func delete(_ rows: [Row], of users: Set<Int>, _ transaction: any WriteTransaction) throws {
        let deleted = try rows.filter { row in
            let (time, seq): (Int64, Int64) = (try row.get("occurred_at"), try row.get("seq"))
            return try transaction.execute(
                "DELETE FROM events WHERE tenant_id = \(tenant) AND occurred_at = \(time) AND seq = \(seq)"
            ) == 1
        }
        try settle(deleted, erased: users, transaction)
    }

    /// - Parameter erased: the users whose events they are; nil for the oldest events of all.
    private func settle(_ rows: [Row], erased: Set<Int>?, _ transaction: any WriteTransaction) throws {
        guard !rows.isEmpty else { return }
        try release(rows, transaction)
        try FailureUserRow.delete(with: rows, erased: erased, of: tenant, cost, transaction)
        try retire(rows, transaction)
    }

    /// What only these events named is deleted later, as that of expired events.
    private func retire(_ rows: [Row], _ transaction: any WriteTransaction) throws {
        for table in DictionaryTable.ofRows {
            let names = table.columns.map(\.description)
            let ids = try rows.flatMap { row in try names.compactMap { try row.find($0, as: Int.self) } }
            let unused = try table.unused(Set(ids), of: tenant, transaction)
            try table.retire(unused, of: tenant, at: now, transaction)
        }
    }

    private func release(_ rows: [Row], _ transaction: any WriteTransaction) throws {
        let names = Self.references.map(\.description)
        var sums: [Int64: Int] = [:]
        for row in rows {
            let references = try names.count { try row.find($0, as: Int.self) != nil }
            let time: Timestamp = try row.get("occurred_at")
            sums[time.day, default: 0] += cost.bytes(ofEvent: try row.find("rest"), references: references)
        }
        try StorageLedger.release(events: sums, of: tenant, transaction)
    }
}
