import Database
import Domain
import UseCases

/// Folds old counts by day: every value that a client can choose freely becomes `other`, so that what clients made up
/// can be deleted, their shapes and the failures of these. What members have triaged keeps its failure.
///
/// Days from the first event on stay as they are, because events are found by their days and shapes. Writers of events
/// wait while this runs.
struct CountFolding {
    /// The row after which the scan goes on.
    struct Place: Sendable {
        var tenant = 0
        var start = Int64.min
        var shape = 0
    }

    struct Step: Sendable {
        /// The number of rows to fold that were found.
        let rows: Int
        /// Nil when there are no further rows.
        let next: Place?
    }

    /// The next rows, as many as one step looks at: most can stay as they are.
    private struct Window {
        let first: Place
        /// Nil for all that are left.
        let last: Place?
        /// Rows from here on are not folded.
        let end: Int64
    }

    private struct Key: Hashable {
        let start: Int64
        let shape: Int
    }

    /// The rows that a step looks at while writers wait, and those it looks at before.
    private static let rowsWhileWritersWait = 500
    private static let rowsBefore = 5000

    let tenant: Int
    let now: Timestamp
    let dictionary: EventDictionary

    /// Folds some of the next rows.
    /// - Parameters:
    ///   - bound: a time before which there are no counts by hour.
    ///   - place: the row after which to begin.
    func fold(
        before bound: Timestamp,
        after place: Place,
        limit: Int,
        _ transaction: any WriteTransaction
    ) throws -> Step {
        let window = try window(of: Self.rowsWhileWritersWait, before: bound, after: place, transaction)
        let rows = try foldable(in: window, limit: limit, transaction)
        let next = try rows.count == limit ? rows.last.map { try self.place(of: $0) } : window.last
        guard !rows.isEmpty else { return Step(rows: 0, next: next) }
        var delta = EventDictionary.DictionaryDelta(readAt: now)
        let source = EventDictionary.EventSource(tenant: tenant, receivedAt: now, networks: nil, installation: nil)
        var sums: [Key: Int] = [:]
        var folded: Set<Int> = []
        for row in rows {
            let (start, shape): (Int64, Int) = (try row.get("start"), try row.get("shape_id"))
            let bare = try Shape(row, failure: try row.find("kept_failure_id")).bare
            let number = try dictionary.number(of: bare, from: source, &delta, transaction)
            sums[Key(start: start, shape: number), default: 0] += try row.get("n", as: Int.self)
            folded.insert(shape)
            try transaction.executeLater(
                """
                DELETE FROM event_counts
                WHERE tenant_id = \(tenant) AND span = 'd' AND start = \(start) AND shape_id = \(shape)
                """
            )
        }
        try dictionary.storeGrowth(delta, transaction)
        let isNew = try transaction.addCounting(
            to: "event_counts",
            key: ["tenant_id", "span", "start", "shape_id"],
            number: "n",
            rows: sums.map { key, n in
                [
                    .integer(Int64(tenant)), .text(CountWindow.Span.day.rawValue), .integer(key.start),
                    .integer(Int64(key.shape)), .integer(Int64(n)),
                ]
            }
        )
        let removed = (rows.count - isNew.count { $0 }) * dictionary.cost.bytes(of: .dayCount)
        try StorageLedger.release(removed - delta.addedBytes, of: tenant, transaction)
        let unused = try DictionaryTable.shapes.unused(folded, of: tenant, transaction)
        try DictionaryTable.shapes.retire(unused, of: tenant, at: now, transaction)
        return Step(rows: rows.count, next: next)
    }

    /// Looks for the next row to fold.
    /// - Returns: when there is one, the place before it.
    func nextStep(before bound: Timestamp, after place: Place, _ transaction: any ReadTransaction) throws -> Step {
        let window = try window(of: Self.rowsBefore, before: bound, after: place, transaction)
        guard let row = try foldable(in: window, limit: 1, transaction).first else {
            return Step(rows: 0, next: window.last)
        }
        var before = try self.place(of: row)
        before.shape -= 1
        return Step(rows: 1, next: before)
    }

    private func place(of row: Row) throws -> Place {
        Place(tenant: tenant, start: try row.get("start"), shape: try row.get("shape_id"))
    }

    private func window(
        of size: Int,
        before bound: Timestamp,
        after place: Place,
        _ transaction: any ReadTransaction
    ) throws -> Window {
        let first: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at LIMIT 1"
        )
        let end = CountWindow.Span.day.floor(min(bound, first ?? bound).milliseconds)
        let last = try transaction.row(
            """
            SELECT c.start AS start, c.shape_id AS shape_id FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = 'd' AND (c.start, c.shape_id) > (\(place.start), \(place.shape))
                AND c.start < \(end)
            ORDER BY c.start, c.shape_id LIMIT 1 OFFSET \(size - 1)
            """
        )
        return Window(first: place, last: try last.map { try self.place(of: $0) }, end: end)
    }

    private func foldable(in window: Window, limit: Int, _ transaction: any ReadTransaction) throws -> [Row] {
        let isInside: SQL =
            window.last.map { "(c.start, c.shape_id) <= (\($0.start), \($0.shape))" } ?? "c.start < \(window.end)"
        return try transaction.rows(
            """
            SELECT c.start AS start, c.shape_id AS shape_id, c.n AS n, \(sql: ShapeColumns.selected),
                CASE WHEN \(sql: Self.isKept) THEN s.failure_id END AS kept_failure_id
            FROM event_counts c CROSS JOIN shapes s
            WHERE c.tenant_id = \(tenant) AND c.span = 'd'
                AND (c.start, c.shape_id) > (\(window.first.start), \(window.first.shape)) AND \(sql: isInside)
                AND s.tenant_id = c.tenant_id AND s.id = c.shape_id AND NOT \(sql: Self.isBare)
            ORDER BY c.start, c.shape_id LIMIT \(limit)
            """
        )
    }

    /// Whether the failure of the shape `s` outlives its counts.
    private static let isKept: SQL = .any([
        "EXISTS (SELECT 1 FROM failure_triage f WHERE f.tenant_id = s.tenant_id AND f.failure_id = s.failure_id)",
        "EXISTS (SELECT 1 FROM failure_changes f WHERE f.tenant_id = s.tenant_id AND f.failure_id = s.failure_id)",
        "EXISTS (SELECT 1 FROM failure_comments f WHERE f.tenant_id = s.tenant_id AND f.failure_id = s.failure_id)",
    ])

    /// Whether counts of the shape `s` stay under it.
    private static let isBare: SQL = .all(
        ShapeColumns.textPlaces.map { place -> SQL in
            "coalesce(s.\(sql: ShapeColumns.all[place].column), '') = \(Shape.other)"
        } + ["s.failure_id IS NULL OR \(sql: isKept)"]
    )
}

extension Events {
    /// Takes a step of the scan for old counts that can be folded.
    /// - Returns: 0 when the scan is complete.
    func foldCounts(limit: Int) async throws(DomainError) -> Int {
        let now = now()
        let bound = Self.foldingBound(at: now)
        guard let place = folding.place(before: bound) else { return 0 }
        let found: Found? = try await access.readAcross("old counts by day") { [dictionary] transaction in
            let next: Int? = try transaction.value(
                """
                SELECT t.number AS number FROM event_tenants t WHERE t.number >= \(place.tenant) AND EXISTS (
                    SELECT 1 FROM event_counts c
                    WHERE c.tenant_id = t.number AND c.span = 'd' AND c.start < \(bound) LIMIT 1 OFFSET 0)
                ORDER BY t.number LIMIT 1
                """
            )
            guard let tenant = next else { return nil }
            let start = tenant == place.tenant ? place : CountFolding.Place(tenant: tenant)
            let step = try CountFolding(tenant: tenant, now: now, dictionary: dictionary)
                .nextStep(before: bound, after: start, transaction)
            return Found(tenant: tenant, step: step)
        }
        guard let found else {
            folding.continue(at: nil)
            return 0
        }
        var step = found.step
        if step.rows > 0, let place = step.next {
            step = try await access.writeAcross(Self.deliveries) { [dictionary] transaction in
                try CountFolding(tenant: found.tenant, now: now, dictionary: dictionary)
                    .fold(before: bound, after: place, limit: limit, transaction)
            }
        }
        folding.continue(at: step.next ?? CountFolding.Place(tenant: found.tenant + 1))
        return max(step.rows, 1)
    }

    /// The day before which maintenance folds: earlier ones have no counts by hour.
    static func foldingBound(at now: Timestamp) -> Timestamp {
        Timestamp(milliseconds: CountWindow.Span.day.floor(CountRetention(now: now).firstKept(.hour)))
    }

    /// What a step of the scan is about.
    private struct Found: Sendable {
        let tenant: Int
        let step: CountFolding.Step
    }
}
