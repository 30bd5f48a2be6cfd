import Database
import Domain
import UseCases

/// Counts the events of failures within a period, from the counts.
struct FailureTallies {
    struct Tally {
        let failure: Int
        let count: Int
    }

    /// The number of shapes of one failure whose events are counted.
    static let shapes = 2000

    let period: FailurePeriod
    let now: Timestamp
    let tenant: Int
    /// The release that events must have; nil for every release.
    var release: String?

    var from: Timestamp { period.starts(at: now).first ?? now }
    private var to: Timestamp { now + .milliseconds(1) }

    /// Returns the failures of the period, most events first.
    func top(code: String?, limit: Int, _ transaction: any ReadTransaction) throws -> [Tally] {
        var conditions: [SQL] = ["s.failure_id IS NOT NULL"]
        if let code { conditions.append("s.code = \(code)") }
        if let release { conditions.append("s.app_version = \(release)") }
        return try transaction.rows(
            """
            SELECT s.failure_id AS failure_id, sum(c.n) AS n FROM (\(sql: sums(conditions))) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            WHERE s.tenant_id = \(tenant) GROUP BY s.failure_id ORDER BY n DESC, s.failure_id LIMIT \(limit)
            """
        ).map { Tally(failure: try $0.get("failure_id"), count: try $0.get("n")) }
    }

    /// Returns the events in each column of the sparkline.
    func columns(of failures: [Int], _ transaction: any ReadTransaction) throws -> [Int: [Int]] {
        let starts = period.starts(at: now)
        let places = Dictionary(uniqueKeysWithValues: starts.enumerated().map { ($1.milliseconds, $0) })
        var conditions: [SQL] = ["s.failure_id IN \(list: failures)"]
        if let release { conditions.append("s.app_version = \(release)") }
        let rows = try transaction.rows(
            """
            SELECT s.failure_id AS failure_id, c.start AS start, sum(c.n) AS n FROM (\(sql: sums(conditions, byStart: true))) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            WHERE s.tenant_id = \(tenant) GROUP BY s.failure_id, c.start
            """
        )
        var columns: [Int: [Int]] = [:]
        for row in rows {
            let start = CountWindow.floor(try row.get("start"), period.columnWidth.wholeMilliseconds)
            guard let place = places[start] else { continue }
            let failure: Int = try row.get("failure_id")
            columns[failure, default: [Int](repeating: 0, count: starts.count)][place] += try row.get("n", as: Int.self)
        }
        return columns
    }

    /// Returns the releases of a failure with most events.
    func releases(of failure: Int, limit: Int, _ transaction: any ReadTransaction) throws -> [FailureDetail.Release] {
        try transaction.rows(
            """
            SELECT s.app_version AS app_version, sum(c.n) AS n FROM (\(sql: sums(["s.failure_id = \(failure)"]))) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            WHERE s.tenant_id = \(tenant) GROUP BY s.app_version ORDER BY n DESC, app_version NULLS LAST LIMIT \(limit)
            """
        ).map { FailureDetail.Release(name: try $0.find("app_version"), count: try $0.get("n")) }
    }

    private func sums(_ shapes: [SQL], byStart: Bool = false) -> SQL {
        let span: CountWindow.Span = period.columnWidth >= .days(1) ? .day : .hour
        let start: SQL = byStart ? "c.start" : "0"
        let group: SQL = byStart ? "c.tenant_id, c.shape_id, c.start" : "c.tenant_id, c.shape_id"
        return """
            SELECT c.tenant_id AS tenant_id, c.shape_id AS shape_id, \(sql: start) AS start, sum(c.n) AS n FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = \(span.rawValue) AND c.start >= \(from) AND c.start < \(to)
                AND +c.shape_id IN (SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(shapes)))
            GROUP BY \(sql: group)
            """
    }
}
