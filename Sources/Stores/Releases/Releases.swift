import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Reads releases, and what was counted of them.
struct Releases: ReleaseStore {
    let access: StoreAccess
    let shapes: ShapeCache
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
        try await access.readList(tenant) { [now, shapes] transaction in
            var sums = dimensions.map { _ in [ByteText?: Sums]() }
            if let number = try Self.number(of: tenant, transaction) {
                let query = EventQuery(from: range.lowerBound, to: range.upperBound)
                let counts = ShapeCounts(
                    tenant: number,
                    windows: CountWindow.covering(query, kept: CountRetention(now: now())),
                    conditions: versions.map { [Self.isShape(of: $0, in: number)] } ?? []
                )
                try counts.forEachShape(shapes, transaction) { shape, n in
                    guard shape[.appVersion] != nil else { return }
                    for (place, dimension) in dimensions.enumerated() {
                        sums[place][shape[dimension].map { ByteText($0) }, default: Sums()].add(n, shape)
                    }
                }
            }
            return sums.map { sums in
                let sorted = FacetSums.sorted(sums.mapValues(\.events)).prefix(Self.values)
                return ReleaseOutcomeList(
                    parts: sorted.compactMap { value in
                        sums[value.value.map { ByteText($0) }].map {
                            ReleaseOutcomes(value: value.value, counts: $0.counts, signIns: $0.signIns)
                        }
                    },
                    isComplete: sums.count <= Self.values
                )
            }
        }
    }

    /// What is added up for one value of a dimension.
    private struct Sums {
        var counts: [Outcome: Int] = [:]
        var signIns = 0

        var events: Int { counts.values.reduce(0, +) }

        mutating func add(_ n: Int, _ shape: Shape) {
            guard let outcome = shape[.outcome].flatMap({ Outcome(rawValue: $0) }) else { return }
            counts[outcome, default: 0] += n
            if shape[.stage] == Stage.tokenExchange.rawValue, shape[.source] == EventSource.client.rawValue {
                signIns += n
            }
        }
    }

    /// The values that one answer has at most; the rarest are left out, each with all of its outcomes.
    private static let values = 1000
    /// The shapes of a code whose hours are looked up, and how many of them together.
    private static let soughtShapes = 20_000
    private static let shapesAtOnce = 1000

    /// Whether the counts `c` are of a shape of these versions. Within an expression, PostgreSQL looks these shapes up in
    /// a hash table; a bare `IN` is a join, for which it might try each count with each shape.
    private static func isShape(of versions: [String], in tenant: Int) -> SQL {
        """
        coalesce(c.shape_id IN (
            SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND s.app_version IN \(list: versions)), FALSE)
        """
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
                ORDER BY s.id DESC LIMIT \(Self.soughtShapes)
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
