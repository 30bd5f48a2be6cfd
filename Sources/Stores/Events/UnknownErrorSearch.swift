import Database
import Domain
import UseCases

/// Finds the errors that no table has, by the counts of the shapes with their codes; of the rows only one of each error
/// is read.
struct UnknownErrorSearch {
    /// The number of shapes that are looked at, the most frequent ones. Anyone with an ingest key can invent errors.
    static let shapes = 5000
    /// The number of shapes of one error in which its latest event is looked for.
    static let shapesOfExample = 20

    let tenant: Int
    /// The first day.
    let since: Timestamp

    func errors(limit: Int, _ transaction: any ReadTransaction) throws -> UnknownErrors {
        let rows = try rows(transaction)
        let all = try Self.groups(rows.prefix(Self.shapes))
        return UnknownErrors(
            errors: try errors(of: all.prefix(limit), transaction),
            isComplete: all.count <= limit && rows.count <= Self.shapes
        )
    }

    private func errors(
        of groups: ArraySlice<UnknownErrorGroup>,
        _ transaction: any ReadTransaction
    ) throws -> [UnknownError] {
        let latest = try LatestEvents(tenant: tenant, groups: groups.map(\.latestShapes), transaction)
        return groups.enumerated().map { place, group in
            let example = latest.events[place]
            let lastSeenAt = example?.occurredAt ?? group.last
            return UnknownError(
                root: group.key.root,
                cause: group.key.cause,
                stages: Stage.allCases.filter(group.stages.contains),
                count: group.count,
                firstSeenAt: min(group.first, lastSeenAt),
                lastSeenAt: lastSeenAt,
                example: example
            )
        }
    }

    /// Returns the errors with their counts, most frequent first.
    private static func groups(_ rows: ArraySlice<Row>) throws -> [UnknownErrorGroup] {
        var groups: [FailureKey: UnknownErrorGroup] = [:]
        for row in rows {
            let key = try Self.key(row)
            try groups[key, default: UnknownErrorGroup(key)].add(row)
        }
        return groups.values.sorted { left, right in
            left.count != right.count ? left.count > right.count : left.first < right.first
        }
    }

    /// One row for each shape that events had, and one more than are looked at where there are too many.
    private func rows(_ transaction: any ReadTransaction) throws -> [Row] {
        let day = CountWindow.Span.day
        return try transaction.rows(
            """
            SELECT s.id AS shape_id, s.stage AS stage, c.n AS n, c.first_day AS first_day, c.last_day AS last_day,
                f.root_domain AS root_domain, f.root_code AS root_code, f.cause_domain AS cause_domain,
                f.cause_code AS cause_code, f.created_at AS created_at
            FROM (
                SELECT c.tenant_id AS tenant_id, c.shape_id AS shape_id, sum(c.n) AS n, min(c.start) AS first_day,
                    max(c.start) AS last_day
                FROM event_counts c
                WHERE c.tenant_id = \(tenant) AND c.span = \(day.rawValue) AND c.start >= \(day.floor(since.milliseconds))
                    AND +c.shape_id IN (
                        SELECT s.id FROM shapes s
                        WHERE s.tenant_id = \(tenant) AND s.code IN \(list: Classifier.unknownCodes))
                GROUP BY 1, 2) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            LEFT JOIN failures f ON f.tenant_id = s.tenant_id AND f.id = s.failure_id
            WHERE s.tenant_id = \(tenant) ORDER BY n DESC, shape_id DESC LIMIT \(Self.shapes + 1)
            """
        )
    }

    /// What tells errors apart: the texts alone.
    private static func key(_ row: Row) throws -> FailureKey {
        var key = FailureKey(stage: .other, code: Classifier.unclassified)
        key.root = try pair(row, "root_domain", "root_code")
        key.cause = try pair(row, "cause_domain", "cause_code")
        return key
    }

    private static func pair(_ row: Row, _ domain: String, _ code: String) throws -> FailureKey.Pair? {
        guard let domain: String = try row.find(domain), let code: String = try row.find(code) else { return nil }
        return FailureKey.Pair(domain: domain, code: code)
    }
}

/// The shapes of one error that no table has.
struct UnknownErrorGroup {
    let key: FailureKey
    private(set) var stages: Set<Stage> = []
    private(set) var count = 0
    private(set) var first = Timestamp(milliseconds: .max)
    /// The start of the last day.
    private(set) var last = Timestamp(milliseconds: 0)
    private var shapes: [(id: Int, last: Timestamp)] = []

    init(_ key: FailureKey) { self.key = key }

    mutating func add(_ row: Row) throws {
        let (firstDay, lastDay): (Timestamp, Timestamp) = (try row.get("first_day"), try row.get("last_day"))
        stages.insert(try row.get("stage"))
        count += try row.get("n", as: Int.self)
        first = min(first, try row.find("created_at") ?? firstDay)
        last = max(last, lastDay)
        shapes.append((try row.get("shape_id"), lastDay))
    }

    /// The most frequent shapes of the last day.
    var latestShapes: LatestEvents.Group {
        LatestEvents.Group(
            shapes: shapes.filter { $0.last == last }.prefix(UnknownErrorSearch.shapesOfExample).map(\.id),
            day: last.milliseconds
        )
    }
}
