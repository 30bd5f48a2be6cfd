import Database
import Domain
import UseCases

/// Finds the rows of a query.
///
/// Attributes that the counts have (stage, outcome, code, release, …) are looked up in the shapes first: the hours of
/// such events are known before a row is read. Attributes that only rows have (a user, a session, an attempt) use their
/// own index. What no statement says is decided for each row: see `EventWalk`.
struct EventSearch {
    /// The number of shapes above which rows are walked: most rows have one of so many.
    static let shapes = 1000
    /// The maximum number of rows that are counted one by one.
    static let countedRows = 20_000

    let resolved: ResolvedQuery
    let limits: EventWalk.Limits

    private static let keyset = Keyset(
        after: { "(e.occurred_at, e.seq) < (\(try $0.number()), \(try $0.sequence()))" },
        before: { "(e.occurred_at, e.seq) > (\(try $0.number()), \(try $0.sequence()))" },
        order: "e.occurred_at DESC, e.seq DESC",
        reversed: "e.occurred_at ASC, e.seq ASC"
    )

    /// - Returns: up to one event more than requested.
    func events(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> FoundPage<EventReader.Found> {
        let found = try rows(request, transaction)
        let reader = EventReader(tenant: resolved.tenant, shapes: resolved.shapeCache)
        return FoundPage(items: try reader.found(found.rows, transaction), stop: found.stop)
    }

    /// The place of an event, and the number of its attempt.
    struct OfAttempt {
        let attempt: Int
        let place: EventPlace
    }

    /// Finds the events of a query that is about attempts.
    /// - Returns: up to one event more than requested, and how many were read one by one.
    func ofAttempts(
        _ request: PageRequest,
        _ transaction: any ReadTransaction
    ) throws -> (found: FoundPage<OfAttempt>, read: Int) {
        guard isWalked else {
            let found = try rows(request, transaction)
            let events = try found.rows.map { row in
                OfAttempt(
                    attempt: try row.get("attempt_id"),
                    place: EventPlace(occurredAt: try row.get("occurred_at"), seq: try row.get("seq"))
                )
            }
            return (FoundPage(items: events, stop: found.stop), 0)
        }
        if resolved.isEmpty { return (FoundPage(items: []), 0) }
        let walked = try matches(request, transaction)
        let events = walked.matches.prefix(request.limit + 1).compactMap { match in
            match.attempt.map { OfAttempt(attempt: $0, place: match.place) }
        }
        return (FoundPage(items: events, stop: walked.stop), walked.count)
    }

    /// What is read of the events that are found.
    private var reading: (columns: SQL, tables: SQL) {
        guard resolved.isAboutAttempts else { return (EventReader.columns, EventReader.joined) }
        return ("e.occurred_at AS occurred_at, e.seq AS seq, e.attempt_id AS attempt_id", "events e")
    }

    private var isWalked: Bool { resolved.needsWalk || resolved.rowShapes.map { $0.count > Self.shapes } == true }

    private typealias FoundRows = (rows: [Row], stop: EventPlace?)

    private func rows(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> FoundRows {
        if resolved.isEmpty { return ([], nil) }
        let shapes = resolved.rowShapes
        if isWalked { return try walk(request, transaction) }
        let plan = try Self.keyset.plan(request)
        let selection = Selection(
            span: try span(request),
            conditions: conditions(shapes) + [plan.condition],
            order: plan.order
        )
        guard let shapes, resolved.rowConditions.isEmpty else {
            return (try fetch(selection, limit: request.limit + 1, transaction), nil)
        }
        return try hourByHour(selection, shapes: shapes, request, transaction)
    }

    /// The events that a page is taken from, and their order.
    private struct Selection {
        /// There is one bound on each side: of several, an engine may take the wrong one to find its place in the index.
        let span: Range<Int64>
        let conditions: [SQL]
        let order: SQL

        var all: [SQL] { conditions + EventSearch.within(span) }

        func from(_ range: Range<Int64>) -> Selection {
            Selection(span: span.clamped(to: range), conditions: conditions, order: order)
        }
    }

    /// The span of time of the filters that a page can be in. It leads the index to the place of the page at once: the
    /// comparison with the cursor alone would be made with each row from the end of the whole span on.
    private func span(_ request: PageRequest) throws -> Range<Int64> {
        guard let cursor = request.cursor else { return wholeSpan }
        let place = try EventPlace(cursor).occurredAt
        let part = cursor.direction == .backward ? place..<Int64.max : Int64.min..<place + 1
        return wholeSpan.clamped(to: part)
    }

    private var wholeSpan: Range<Int64> { resolved.filters.from.milliseconds..<resolved.filters.to.milliseconds }

    private static func within(_ span: Range<Int64>) -> [SQL] {
        ["e.occurred_at >= \(span.lowerBound)", "e.occurred_at < \(span.upperBound)"]
    }

    private func matches(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> EventWalk.Result {
        let path = EventWalk.Path(
            place: try request.cursor.map { try EventPlace($0) },
            isBackward: request.cursor?.direction == .backward,
            wanted: request.limit + 1
        )
        return try EventWalk(resolved, limits: limits).matches(path, transaction)
    }

    private func walk(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> FoundRows {
        let found = try matches(request, transaction)
        let rows = try transaction.rows(
            of: found.matches.prefix(request.limit + 1).map { match in
                """
                SELECT \(sql: reading.columns) FROM \(sql: reading.tables)
                WHERE e.tenant_id = \(resolved.tenant) AND e.occurred_at = \(match.place.occurredAt)
                    AND e.seq = \(match.place.seq)
                """
            }
        )
        return (rows.flatMap(\.self), found.stop)
    }

    /// Selects the latest rows that the filters select, with `tenant_id`, `occurred_at` and `shape_id`, to be counted one
    /// by one: no more than can be read while a page loads.
    struct LatestRows {
        let rows: SQL

        /// Whether there are no more rows than are counted.
        func areAll(_ transaction: any ReadTransaction) throws -> Bool {
            let counting: SQL = "SELECT count(*) AS n FROM (\(sql: rows)) AS e"
            return try transaction.value(counting, as: Int.self) ?? 0 < EventSearch.countedRows
        }
    }

    var latestRows: LatestRows {
        LatestRows(
            rows: """
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.shape_id AS shape_id FROM events e
                WHERE \(sql: .all(conditions(resolved.rowShapes) + Self.within(wholeSpan)))
                ORDER BY e.occurred_at DESC LIMIT \(Self.countedRows)
                """
        )
    }

    private func conditions(_ shapes: [Int]?) -> [SQL] {
        var conditions = ["e.tenant_id = \(resolved.tenant)"] + resolved.rowConditions
        // The plus keeps SQLite from reading all attempts of the tenant to sort them.
        if resolved.isAboutAttempts { conditions.append("+e.attempt_id IS NOT NULL") }
        if let shapes { conditions.append("+e.shape_id IN \(list: shapes)") }
        return conditions
    }

    /// Reads only hours that have such events, until the page is full or the time is over.
    private func hourByHour(
        _ selection: Selection,
        shapes: [Int],
        _ request: PageRequest,
        _ transaction: any ReadTransaction
    ) throws -> FoundRows {
        let limit = request.limit + 1
        let isBackward = request.cursor?.direction == .backward
        var hours = EventHours(
            resolved,
            shapes,
            from: try request.cursor.map { try EventPlace($0) },
            isBackward: isBackward
        )
        let start = ContinuousClock.now
        var hasStarted = false
        var found: [Row] = []
        while found.count < limit, let hour = try hours.next(transaction) {
            // One hour is read for each answer, however late, so that each page gets further.
            guard !hasStarted || ContinuousClock.now - start < limits.time else {
                // All events have sequence numbers between these: the next page begins with the hour as a whole, and
                // with nothing of the hour after it, which would be read again.
                let stop =
                    isBackward
                    ? EventPlace(occurredAt: hour.lowerBound, seq: -1)
                    : EventPlace(occurredAt: hour.upperBound - 1, seq: Int64(Int32.max))
                return (found, stop)
            }
            hasStarted = true
            found += try fetch(selection.from(hour), limit: limit - found.count, transaction)
        }
        return (found, nil)
    }

    /// The keys are found before they are joined, so that few columns have to be sorted. The bounds of the time stand in
    /// both parts: PostgreSQL leaves out the partitions of other days before it plans the join.
    private func fetch(_ selection: Selection, limit: Int, _ transaction: any ReadTransaction) throws -> [Row] {
        try transaction.rows(
            """
            SELECT \(sql: reading.columns) FROM (
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq FROM events e
                WHERE \(sql: .all(selection.all)) ORDER BY \(sql: selection.order) LIMIT \(limit)) AS k
            CROSS JOIN \(sql: reading.tables) WHERE e.tenant_id = \(resolved.tenant)
                AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
                AND \(sql: .all(Self.within(selection.span)))
            ORDER BY \(sql: selection.order)
            """
        )
    }
}
