import Database
import Domain
import UseCases

/// Folds old counts by day: every value that a client can choose freely becomes `other`, so that what clients made up
/// can be deleted, their shapes and the failures of these. What members have triaged keeps its failure.
///
/// Days from the first event on stay as they are, because events are found by their days and shapes. Writers of events
/// wait while this runs.
struct CountFolding {
    /// The day from which the scan goes on.
    struct Place: Sendable {
        var tenant = 0
        var start = Int64.min
    }

    struct Found: Sendable {
        let place: Place
        /// Whether there is anything to fold.
        let isNeeded: Bool
    }

    struct Step: Sendable {
        let rows: Int
        /// The day of the last row.
        let start: Int64
    }

    private struct Key: Hashable {
        let start: Int64
        let shape: Int
    }

    let tenant: Int
    let now: Timestamp
    let dictionary: EventDictionary

    /// Folds the first rows.
    /// - Parameters:
    ///   - bound: a time before which there are no counts by hour.
    ///   - start: the day to begin with.
    /// - Returns: nil when there is nothing to fold.
    func fold(
        before bound: Timestamp,
        from start: Int64,
        limit: Int,
        _ transaction: any WriteTransaction
    ) throws -> Step? {
        let rows = try rows(before: bound, from: start, limit: limit, transaction)
        guard let last = rows.last else { return nil }
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
        return Step(rows: rows.count, start: try last.get("start"))
    }

    func isNeeded(before bound: Timestamp, from start: Int64, _ transaction: any ReadTransaction) throws -> Bool {
        try !rows(before: bound, from: start, limit: 1, transaction).isEmpty
    }

    private func rows(
        before bound: Timestamp,
        from start: Int64,
        limit: Int,
        _ transaction: any ReadTransaction
    ) throws -> [Row] {
        let first: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at LIMIT 1"
        )
        let end = CountWindow.Span.day.floor(min(bound, first ?? bound).milliseconds)
        return try transaction.rows(
            """
            SELECT c.start AS start, c.shape_id AS shape_id, c.n AS n, \(sql: ShapeColumns.selected),
                CASE WHEN \(sql: Self.isKept) THEN s.failure_id END AS kept_failure_id
            FROM event_counts c CROSS JOIN shapes s
            WHERE c.tenant_id = \(tenant) AND c.span = 'd' AND c.start >= \(start) AND c.start < \(end)
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
        let moment = now()
        let firstDay = CountWindow.Span.day.floor(CountRetention(now: moment).firstKept(.hour))
        let bound = Timestamp(milliseconds: firstDay)
        guard let place = folding.place(before: bound) else { return 0 }
        let found: CountFolding.Found? = try await access.readAcross("old counts by day") { [dictionary] transaction in
            let next: Int? = try transaction.value(
                """
                SELECT t.number AS number FROM event_tenants t WHERE t.number >= \(place.tenant) AND EXISTS (
                    SELECT 1 FROM event_counts c
                    WHERE c.tenant_id = t.number AND c.span = 'd' AND c.start < \(bound) LIMIT 1 OFFSET 0)
                ORDER BY t.number LIMIT 1
                """
            )
            guard let tenant = next else { return nil }
            let start = tenant == place.tenant ? place.start : Int64.min
            let isNeeded = try CountFolding(tenant: tenant, now: moment, dictionary: dictionary)
                .isNeeded(before: bound, from: start, transaction)
            return CountFolding.Found(place: CountFolding.Place(tenant: tenant, start: start), isNeeded: isNeeded)
        }
        guard let found else {
            folding.continue(at: nil)
            return 0
        }
        var step: CountFolding.Step?
        if found.isNeeded {
            step = try await access.writeAcross(Self.deliveries) { [dictionary] transaction in
                try CountFolding(tenant: found.place.tenant, now: moment, dictionary: dictionary)
                    .fold(before: bound, from: found.place.start, limit: limit, transaction)
            }
        }
        folding.continue(
            at: step.map { CountFolding.Place(tenant: found.place.tenant, start: $0.start) }
                ?? CountFolding.Place(tenant: found.place.tenant + 1)
        )
        return max(step?.rows ?? 0, 1)
    }
}
