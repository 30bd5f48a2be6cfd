import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Reads releases, and what was counted of them.
struct Releases: ReleaseStore {
    let access: StoreAccess
    let now: @Sendable () -> Timestamp

    private static let keyset = Keyset(
        after: { "(first_seen_at, version) < (\(try $0.number()), \(try version($0)))" },
        before: { "(first_seen_at, version) > (\(try $0.number()), \(try version($0)))" },
        order: "first_seen_at DESC, version DESC",
        reversed: "first_seen_at ASC, version ASC"
    )

    /// PostgreSQL has no text with a zero byte.
    private static func version(_ cursor: Cursor) throws -> String {
        guard let version = String(validating: cursor.id, as: UTF8.self), !cursor.id.contains(0) else {
            throw Keyset.badCursor
        }
        return version
    }

    func page(_ request: PageRequest, in tenant: Tenant.ID) async throws(DomainError) -> Page<ReleaseRecord> {
        try await access.readList(tenant) { transaction in
            let plan = try Self.keyset.plan(request)
            guard let number = try Self.number(of: tenant, transaction) else { return Page(items: [], next: nil) }
            let rows = try transaction.rows(
                """
                SELECT version, first_seen_at FROM releases WHERE tenant_id = \(number) AND \(sql: plan.condition)
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            return Keyset.page(try rows.map { try Self.record($0) }, request) {
                (String($0.firstSeenAt.milliseconds), Array($0.version.utf8))
            }
        }
    }

    func release(_ version: String, in tenant: Tenant.ID) async throws(DomainError) -> ReleaseRecord {
        try await access.read(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction),
                let row = try transaction.row(
                    "SELECT version, first_seen_at FROM releases WHERE tenant_id = \(number) AND version = \(version)"
                )
            else { throw DomainError.notFound(.release) }
            return try Self.record(row)
        }
    }

    func release(before record: ReleaseRecord, in tenant: Tenant.ID) async throws(DomainError) -> ReleaseRecord? {
        try await access.read(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return nil }
            return try transaction.row(
                """
                SELECT version, first_seen_at FROM releases
                WHERE tenant_id = \(number) AND (first_seen_at, version) < (\(record.firstSeenAt), \(record.version))
                ORDER BY first_seen_at DESC, version DESC LIMIT 1
                """
            ).map { try Self.record($0) }
        }
    }

    func outcomes(
        of versions: [String]?,
        by dimensions: [EventDimension],
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReleaseOutcomeList] {
        let none = dimensions.map { _ in ReleaseOutcomeList(parts: [], isComplete: true) }
        let columns = zip(Self.places, dimensions).compactMap { place, dimension in
            ShapeColumns.entry(dimension).map { (place: place, column: $0.column) }
        }
        return try await access.readList(tenant) { [now] transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return none }
            let query = EventQuery(from: range.lowerBound, to: range.upperBound)
            let isWanted: SQL = versions.map { Self.isShape(of: $0, in: number) } ?? "TRUE"
            let sums = CountWindow.covering(query, kept: CountRetention(now: now())).map { window -> SQL in
                """
                SELECT c.shape_id AS shape_id, sum(c.n) AS n FROM event_counts c
                WHERE c.tenant_id = \(number) AND c.span = \(window.span.rawValue)
                    AND c.start >= \(window.range.lowerBound) AND c.start < \(window.range.upperBound)
                    AND \(sql: isWanted)
                GROUP BY c.shape_id
                """
            }
            let ofShape: SQL = "FROM shapes s WHERE s.tenant_id = \(number) AND s.id = counted.shape_id"
            let values = columns.map { place, column -> SQL in
                "(SELECT s.\(sql: column) \(sql: ofShape)) AS \(sql: place.column)"
            }
            // Each part is computed once, and each shape found by its key: without statistics PostgreSQL expects few
            // shapes, and would read the counts again for each of them.
            let rows = try transaction.rows(
                """
                WITH counted AS MATERIALIZED (
                    SELECT spans.shape_id AS shape_id, sum(spans.n) AS n FROM (\(sql: .union(sums))) AS spans
                    GROUP BY spans.shape_id
                ), valued AS MATERIALIZED (
                    SELECT counted.n AS n, \(sql: .list(values)), (SELECT s.outcome \(sql: ofShape)) AS outcome,
                        (SELECT CASE WHEN s.stage = \(Stage.tokenExchange) AND s.source = \(EventSource.client)
                            THEN 1 ELSE 0 END \(sql: ofShape)) AS is_sign_in
                    FROM counted WHERE (SELECT s.app_version \(sql: ofShape)) IS NOT NULL
                )
                \(sql: .union(columns.map { Self.grouped(by: $0.place) })) ORDER BY place, n DESC, value NULLS FIRST
                """
            )
            let byPlace = try Dictionary(grouping: rows) { try $0.get("place", as: Int.self) }
            return try none.indices.map { place in
                let rows = byPlace[place] ?? []
                return ReleaseOutcomeList(
                    parts: try rows.prefix(Self.values).map { try Self.outcomes($0) },
                    isComplete: rows.count <= Self.values
                )
            }
        }
    }

    /// The dimensions that one statement groups by, and the columns of their values.
    private static let places: [(number: SQL, column: SQL)] = [("0", "value_0"), ("1", "value_1"), ("2", "value_2")]

    /// The most frequent values of one dimension.
    private static func grouped(by place: (number: SQL, column: SQL)) -> SQL {
        """
        SELECT * FROM (
            SELECT \(sql: place.number) AS place, valued.\(sql: place.column) AS value, sum(valued.n) AS n,
                sum(valued.n * valued.is_sign_in) AS sign_ins, \(sql: numbers)
            FROM valued GROUP BY valued.\(sql: place.column) ORDER BY n DESC, value NULLS FIRST LIMIT \(values + 1)
        ) AS part
        """
    }

    /// The values that one answer has at most; the rarest are left out, each with all of its outcomes.
    private static let values = 1000
    /// The shapes of a code whose hours are looked up, and how many of them together.
    private static let shapes = 20_000
    private static let shapesAtOnce = 1000

    /// A column for each outcome.
    private static let numbers: SQL = .list(
        Outcome.allCases.map { outcome in
            """
            sum(CASE WHEN valued.outcome = \(outcome) THEN valued.n ELSE 0 END)
                AS \(sql: SQL(stringLiteral: outcome.column))
            """
        }
    )

    /// Whether the counts `c` are of a shape of these versions. Within an expression, PostgreSQL looks these shapes up in
    /// a hash table; a bare `IN` is a join, for which it might try each count with each shape.
    private static func isShape(of versions: [String], in tenant: Int) -> SQL {
        """
        coalesce(c.shape_id IN (
            SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND s.app_version IN \(list: versions)), FALSE)
        """
    }

    private static func outcomes(_ row: Row) throws -> ReleaseOutcomes {
        var counts: [Outcome: Int] = [:]
        for outcome in Outcome.allCases {
            let count: Int = try row.get(outcome.column.description)
            if count > 0 { counts[outcome] = count }
        }
        return ReleaseOutcomes(value: try row.find("value"), counts: counts, signIns: try row.get("sign_ins"))
    }

    func releases(
        before record: ReleaseRecord?,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReleaseRecord] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let isBefore: SQL =
                record.map { "(first_seen_at, version) < (\($0.firstSeenAt), \($0.version))" } ?? "TRUE"
            return try transaction.rows(
                """
                SELECT version, first_seen_at FROM releases WHERE tenant_id = \(number) AND \(sql: isBefore)
                ORDER BY first_seen_at DESC, version DESC LIMIT \(limit)
                """
            ).map { try Self.record($0) }
        }
    }

    func hours(
        of codes: [String],
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [Timestamp] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            let shapes: [Int] = try transaction.rows(
                """
                SELECT s.id AS id FROM shapes s
                WHERE s.tenant_id = \(number) AND s.code IN \(list: codes) AND s.source = \(EventSource.server)
                ORDER BY s.id DESC LIMIT \(Self.shapes)
                """
            ).map { try $0.get("id") }
            let statements = shapes.parts(of: Self.shapesAtOnce).map { part -> SQL in
                """
                SELECT DISTINCT start FROM event_counts
                WHERE tenant_id = \(number) AND span = 'h'
                    AND shape_id IN \(list: Array(part)) AND start >= \(range.lowerBound) AND start < \(range.upperBound)
                ORDER BY start
                """
            }
            let starts: [Timestamp] = try transaction.rows(of: statements).joined().map { try $0.get("start") }
            return Set(starts).sorted()
        }
    }

    func firstCodes(of version: String, in tenant: Tenant.ID) async throws(DomainError) -> [String] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [] }
            return try transaction.rows(
                """
                SELECT s.code AS code FROM shapes s
                WHERE s.tenant_id = \(number) AND s.code IS NOT NULL GROUP BY s.code
                HAVING min(CASE WHEN s.app_version = \(version) THEN s.created_at END) <= min(s.created_at)
                ORDER BY s.code LIMIT \(Self.values)
                """
            ).map { try $0.get("code") }
        }
    }

    func runs(
        of versions: [String],
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ByteText: [AppRunOutcome: Int]] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction), !versions.isEmpty else { return [:] }
            let rows = try transaction.rows(
                """
                SELECT g.version AS version, c.outcome AS outcome, sum(c.n) AS n FROM app_run_counts c
                JOIN app_run_groups g ON g.tenant_id = c.tenant_id AND g.id = c.group_id
                WHERE c.tenant_id = \(number) AND g.tenant_id = \(number) AND c.span = 'h'
                    AND c.start >= \(CountWindow.Span.hour.floor(range.lowerBound.milliseconds)) AND c.start < \(range.upperBound)
                    AND g.version IN \(list: versions)
                GROUP BY g.version, c.outcome
                """
            )
            return try rows.reduce(into: [:]) { counts, row in
                let version = ByteText(try row.get("version", as: String.self))
                counts[version, default: [:]][try row.get("outcome")] = try row.get("n")
            }
        }
    }

    func installations(on time: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> [ByteText: Int] {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return [:] }
            let rows = try transaction.rows(
                """
                SELECT g.version AS version, d.n AS n, d.threshold AS threshold FROM app_run_days d
                JOIN app_run_groups g ON g.tenant_id = d.tenant_id AND g.id = d.group_id
                WHERE d.tenant_id = \(number) AND g.tenant_id = \(number) AND d.day = \(time.day)
                """
            )
            return try rows.reduce(into: [:]) { counts, row in
                let sketch = InstallationSketch(count: try row.get("n"), threshold: try row.get("threshold"))
                counts[ByteText(try row.get("version", as: String.self)), default: 0] += sketch.estimate
            }
        }
    }

    /// Nil for a tenant that has received nothing.
    static func number(of tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Int? {
        try transaction.value("SELECT number FROM event_tenants WHERE id = \(tenant)")
    }

    private static func record(_ row: Row) throws -> ReleaseRecord {
        ReleaseRecord(version: try row.get("version"), firstSeenAt: try row.get("first_seen_at"))
    }
}

extension Outcome {
    /// The name of the column with its number.
    fileprivate var column: StaticString {
        switch self {
        case .success: "success"
        case .cancelled: "cancelled"
        case .rejected: "rejected"
        case .failed: "failed"
        case .degraded: "degraded"
        case .inconsistent: "inconsistent"
        case .skipped: "skipped"
        case .info: "info"
        }
    }
}
