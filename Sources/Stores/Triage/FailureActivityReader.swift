import Database
import Domain
import UseCases

/// Counts the events of a failure since a time: whole hours from the counts, the rest of the first hour from rows.
/// Where hours are no longer counted, days stand for them.
struct FailureActivityReader {
    /// The number of rows of the first hour, or day, that are counted.
    private static let rows = 20_000
    /// The shapes among which the first event is sought, those that happened first. Anyone with an ingest key can invent
    /// releases, so they are not looked up one by one.
    private static let soughtShapes = 2000
    /// Where a failure has too many shapes, those with most events of these days are counted.
    private static let ordering = Duration.days(30)

    let failure: Int
    let since: Timestamp
    let tenant: Int

    private struct Part {
        let shape: Int
        let release: String?
        let first: Timestamp
        let count: Int

        init(_ row: Row) throws {
            shape = try row.get("shape_id")
            release = try row.find("app_version")
            first = try row.get("first_at")
            count = try row.get("n")
        }
    }

    /// - Parameter isSought: whether the first event in a release matters.
    /// - Returns: nil when there was no event since.
    func activity(
        at now: Timestamp,
        _ transaction: any ReadTransaction,
        isSought: (_ release: String?) -> Bool
    ) throws -> FailureActivity? {
        guard let row = try transaction.row(first(of: nil)) else { return nil }
        let earliest = FailureActivity.Sighting(release: try row.find("app_version"), at: try row.get("first_at"))
        let kept = CountRetention(now: now)
        let shapes = try shapes(at: now, transaction)
        let parts = try counted(shapes, since: since, kept, transaction)
        let day = now - .days(1)
        let latest = day <= since ? parts : try counted(shapes, since: day, kept, transaction)
        // Counts may be of the most frequent shapes only, so the first event may be in none of them.
        let sought =
            isSought(earliest.release)
            ? earliest : try first(of: parts.filter { isSought($0.release) }, transaction)
        return FailureActivity(
            sightings: sought.map { [$0] } ?? [],
            count: parts.reduce(0) { $0 + $1.count },
            countOfDay: latest.reduce(0) { $0 + $1.count }
        )
    }

    /// The first event of the parts; that of the counts when its row was deleted.
    private func first(of parts: [Part], _ transaction: any ReadTransaction) throws -> FailureActivity.Sighting? {
        let earliest = parts.sorted { $0.first < $1.first }.prefix(Self.soughtShapes)
        guard let part = earliest.first else { return nil }
        guard let row = try transaction.row(first(of: Set(earliest.map(\.shape)).sorted())) else {
            return FailureActivity.Sighting(release: part.release, at: part.first)
        }
        let shape: Int = try row.get("shape_id")
        let found = earliest.first { $0.shape == shape } ?? part
        return FailureActivity.Sighting(release: found.release, at: try row.get("first_at"))
    }

    /// The shapes whose events are counted.
    private func shapes(at now: Timestamp, _ transaction: any ReadTransaction) throws -> [Int] {
        let ofFailure: SQL =
            "SELECT x.id AS id FROM shapes x WHERE x.tenant_id = \(tenant) AND x.failure_id = \(failure)"
        let all: [Int] = try transaction.rows("\(sql: ofFailure) LIMIT \(FailureTallies.countedShapes + 1)")
            .map { try $0.get("id") }
        guard all.count > FailureTallies.countedShapes else { return all }
        let day = CountWindow.Span.day
        let first = day.floor(max(since, now - Self.ordering).milliseconds)
        return try transaction.rows(
            """
            SELECT c.shape_id AS id FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = \(day.rawValue) AND c.start >= \(first)
                AND +c.shape_id IN (\(sql: ofFailure))
            GROUP BY c.shape_id ORDER BY sum(c.n) DESC, c.shape_id DESC LIMIT \(FailureTallies.countedShapes)
            """
        ).map { try $0.get("id") }
    }

    private func counted(
        _ shapes: [Int],
        since time: Timestamp,
        _ kept: CountRetention,
        _ transaction: any ReadTransaction
    ) throws -> [Part] {
        let firstHour = Timestamp(milliseconds: kept.first(.hour))
        let span: CountWindow.Span = time < firstHour ? .day : .hour
        let whole = Timestamp(milliseconds: span.floor(time.milliseconds) + span.width)
        var statements = [rows(from: time, to: whole)]
        if !shapes.isEmpty {
            if whole < firstHour { statements.append(counts(shapes, by: .day, from: whole, to: firstHour)) }
            statements.append(counts(shapes, by: .hour, from: max(whole, firstHour), to: nil))
        }
        return try transaction.rows(of: statements).joined().map { try Part($0) }
    }

    private func rows(from time: Timestamp, to end: Timestamp) -> SQL {
        """
        SELECT e.shape_id AS shape_id, s.app_version AS app_version, min(e.occurred_at) AS first_at, count(*) AS n FROM (
            SELECT g.tenant_id AS tenant_id, g.shape_id AS shape_id, g.occurred_at AS occurred_at FROM events g
            WHERE g.tenant_id = \(tenant) AND g.failure_id = \(failure)
                AND g.occurred_at > \(time) AND g.occurred_at < \(end)
            ORDER BY g.occurred_at LIMIT \(Self.rows)) AS e
        JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
        WHERE s.tenant_id = \(tenant) GROUP BY e.shape_id, s.app_version
        """
    }

    private func counts(_ shapes: [Int], by span: CountWindow.Span, from start: Timestamp, to end: Timestamp?) -> SQL {
        // The index of hours has its span in its own condition.
        let ofSpan: SQL = span == .hour ? "h.span = 'h'" : "h.span = 'd'"
        let before: SQL = end.map { "h.start < \($0)" } ?? "TRUE"
        return """
            SELECT c.shape_id AS shape_id, s.app_version AS app_version, c.first_at AS first_at, c.n AS n FROM (
                SELECT h.tenant_id AS tenant_id, h.shape_id AS shape_id, min(h.start) AS first_at, sum(h.n) AS n FROM event_counts h
                WHERE h.tenant_id = \(tenant) AND \(sql: ofSpan) AND h.start >= \(start) AND \(sql: before)
                    AND h.shape_id IN \(list: shapes)
                GROUP BY h.tenant_id, h.shape_id) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id WHERE s.tenant_id = \(tenant)
            """
    }

    /// The first event since, with one of these shapes; nil for every shape.
    private func first(of shapes: [Int]?) -> SQL {
        let condition: SQL = shapes.map { "e.shape_id IN \(list: $0)" } ?? "TRUE"
        return """
            SELECT e.occurred_at AS first_at, e.shape_id AS shape_id, (
                SELECT s.app_version FROM shapes s WHERE s.tenant_id = \(tenant) AND s.id = e.shape_id) AS app_version
            FROM events e
            WHERE e.tenant_id = \(tenant) AND e.failure_id = \(failure) AND e.occurred_at > \(since) AND \(sql: condition)
            ORDER BY e.occurred_at LIMIT 1
            """
    }
}
