import Database
import Domain
import UseCases

/// Deletes expired events: row by row in SQLite, and a day at once in PostgreSQL, which has a partition for each day. What
/// only they named is deleted some time later. Their counts stay as long as `CountRetention` says.
extension Events {
    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError) {
        guard access.database.engine == .postgres else { return }
        try await access.writeAcross("days of events") { transaction in
            _ = try transaction.row("SELECT prepare_event_days(\(first.day), \(last.day)) AS made")
        }
    }

    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int {
        let rows = try await forgetRows(before: moment, limit: limit)
        if rows > 0 { return rows }
        let counts = try await forgetCounts(before: moment, limit: limit)
        if counts > 0 { return counts }
        let sweep = DictionarySweep(access: access, now: now())
        let deleted = try await sweep.deleteRetired(limit: limit)
        if deleted > 0 { return deleted }
        return try await sweep.retire(before: moment, scan, limit: limit)
    }

    private func forgetCounts(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old counts of events") { [now] transaction in
            let counts = CountDeletion.expired(CountRetention(now: now()), eventsSince: moment)
            let deleted = try transaction.deleteFirst(of: counts, limit: limit)
            if deleted > 0 { return deleted }
            for statement in Self.old(before: moment, limit: limit) {
                let count = try transaction.execute(statement)
                if count > 0 { return count }
            }
            return 0
        }
    }

    private func forgetRows(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old events") { [isByDay = access.database.engine == .postgres] transaction in
            guard !isByDay else {
                return try transaction.value("SELECT drop_event_days(\(moment.day)) AS dropped") ?? 0
            }
            return try transaction.execute(
                """
                DELETE FROM events WHERE (tenant_id, occurred_at, seq) IN (
                    SELECT e.tenant_id, e.occurred_at, e.seq FROM event_tenants t CROSS JOIN events e
                    WHERE e.tenant_id = t.number AND e.occurred_at < \(moment) LIMIT \(limit))
                """
            )
        }
    }

    private static func old(before moment: Timestamp, limit: Int) -> [SQL] {
        [
            """
            DELETE FROM item_outcomes WHERE (tenant_id, start, key_id, category, outcome, reason) IN (
                SELECT o.tenant_id, o.start, o.key_id, o.category, o.outcome, o.reason FROM event_tenants t CROSS JOIN item_outcomes o
                WHERE o.tenant_id = t.number AND o.start < \(moment) LIMIT \(limit))
            """,
            """
            DELETE FROM ingest_usage WHERE (tenant_id, day, key_id) IN (
                SELECT u.tenant_id, u.day, u.key_id FROM event_tenants t CROSS JOIN ingest_usage u
                WHERE u.tenant_id = t.number AND u.day < \(moment.day) LIMIT \(limit))
            """,
            """
            DELETE FROM redated_events WHERE (tenant_id, id) IN (
                SELECT tenant_id, id FROM redated_events WHERE received_at < \(moment) LIMIT \(limit))
            """,
        ]
    }
}

extension Timestamp {
    /// Days since 1970, in UTC.
    var day: Int64 { milliseconds >= 0 ? milliseconds / 86_400_000 : (milliseconds - 86_399_999) / 86_400_000 }
}
