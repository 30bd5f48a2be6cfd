import Database
import Domain

/// Deletes expired events: row by row in SQLite, and a day at once in PostgreSQL, which has a partition for each day. What
/// only they named is deleted some time later. Their counts stay as long as `CountRetention` says, old ones without what
/// clients made up (`CountFolding`).
extension Events {
    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError) {
        guard access.database.engine == .postgres else { return }
        try await access.writeAcross("days of events") { transaction in
            _ = try transaction.row("SELECT prepare_event_days(\(first.day), \(last.day)) AS made")
        }
    }

    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        let rows = try await forgetRows(before: cutoff, limit: limit)
        if rows > 0 { return rows }
        let counts = try await forgetCounts(before: cutoff, limit: limit)
        if counts > 0 { return counts }
        let folded = try await foldCounts(limit: limit)
        if folded > 0 { return folded }
        let runs = try await foldRunCounts(limit: limit)
        if runs > 0 { return runs }
        let users = try await FailureUserSweep(access: access).delete(before: cutoff, failureUsers, limit: limit)
        if users > 0 { return users }
        let sweep = DictionarySweep(access: access, now: now())
        let deleted = try await sweep.deleteRetired(limit: limit)
        if deleted > 0 { return deleted }
        let examined = try await sweep.retire(before: cutoff, scan, limit: limit)
        if examined > 0 { return examined }
        let corrected = try await correctSizes(before: cutoff, limit: limit)
        if corrected > 0 { return corrected }
        return try await ReleaseSweep(access: access).delete(before: cutoff, releases, limit: limit)
    }

    private func forgetCounts(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old counts of events") { [now, cost = access.rowCost] transaction in
            let days = try StorageLedger.releaseEvents(before: cutoff.day, limit: limit, transaction)
            if days > 0 { return days }
            let counts = CountDeletion.expired(CountRetention(now: now()), eventsSince: cutoff)
            return try transaction.deleteFirst(of: counts, in: nil, limit: limit, cost)
        }
    }

    private func forgetRows(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old events") { [isByDay = access.database.engine == .postgres] transaction in
            guard !isByDay else {
                return try transaction.value("SELECT drop_event_days(\(cutoff.day)) AS dropped") ?? 0
            }
            return try transaction.execute(
                """
                DELETE FROM events WHERE (tenant_id, occurred_at, seq) IN (
                    SELECT e.tenant_id, e.occurred_at, e.seq FROM event_tenants t CROSS JOIN events e
                    WHERE e.tenant_id = t.number AND e.occurred_at < \(cutoff) LIMIT \(limit))
                """
            )
        }
    }
}

extension Timestamp {
    /// Days since 1970, in UTC.
    var day: Int64 { milliseconds >= 0 ? milliseconds / 86_400_000 : (milliseconds - 86_399_999) / 86_400_000 }
}
