import Database
import Domain
import UseCases

/// Reads rows one by one, nearest first, for what no statement says. It reads a bounded number of rows for a bounded
/// time, and says where it stopped.
struct EventWalk {
    struct Limits: Sendable {
        /// The maximum number of rows that are read for one answer.
        var rows = 50_000
        var rowsAtOnce = 2000
        /// The number of rows above which those with a text are read a span of time at a time.
        var rareRows = 5000
        /// The maximum number of counts, of a shape in a column, that one answer adds up. Anyone with an ingest key can make
        /// up shapes.
        var counts = 500_000
        /// The time after which no further rows are read; well below the time limit of the database for a list.
        var time = Duration.milliseconds(1200)
    }

    struct Result {
        var matches: [EventCandidates.Match] = []
        /// The rows that were read.
        var count = 0
        /// The last row that was read, when not all were.
        var stop: EventPlace?
    }

    /// The part of a list of events that is walked.
    struct Path {
        var place: EventPlace?
        var isBackward = false
        /// The number of matches to find.
        var wanted = Int.max
    }

    /// The rows of a span above which a shorter one is read.
    private static let manyRows = 4000

    let resolved: ResolvedQuery
    let limits: Limits

    init(_ resolved: ResolvedQuery, limits: Limits) {
        self.resolved = resolved
        self.limits = limits
    }

    func matches(_ path: Path, _ transaction: any ReadTransaction) throws -> Result {
        guard !resolved.isEmpty else { return Result() }
        let narrowing = try RowNarrowing(resolved: resolved, limits: limits, transaction: transaction).narrow()
        if narrowing.extent == .nothing { return Result() }
        var reading = Reading(path: path, narrowing: narrowing, candidates: EventCandidates(resolved))
        let all = resolved.filters.from.milliseconds..<resolved.filters.to.milliseconds
        guard narrowing.extent != .few, let shapes = resolved.rowShapes else {
            _ = try read(all, &reading, transaction)
            return reading.result
        }
        var hours = EventHours(resolved, shapes, from: path.place, isBackward: path.isBackward)
        while let hour = try hours.next(transaction) {
            guard try read(hour.clamped(to: all), &reading, transaction) else { break }
        }
        return reading.result
    }

    private struct Reading {
        let start = ContinuousClock.now
        var path: Path
        let narrowing: RowNarrowing.Result
        var candidates: EventCandidates
        var spans: EventSpans
        var result = Result()
        /// Whether a statement ran: one does for each answer, however late, so that each page gets further.
        var hasStarted = false
        /// How many rows the last statement was to read.
        var limit = 0

        init(path: Path, narrowing: RowNarrowing.Result, candidates: EventCandidates) {
            self.path = path
            self.narrowing = narrowing
            self.candidates = candidates
            spans = EventSpans(isBackward: path.isBackward)
        }

        /// The place at which to go on with a range: at its beginning, unless a part of it was read. Hours whose rows were
        /// deleted are passed like this.
        func stop(in range: Range<Int64>) -> EventPlace {
            if let place = path.place, range.contains(place.occurredAt) { return place }
            // All events have sequence numbers between these.
            return path.isBackward
                ? EventPlace(occurredAt: range.lowerBound, seq: -1)
                : EventPlace(occurredAt: range.upperBound - 1, seq: Int64(Int32.max))
        }
    }

    /// - Returns: whether to go on with later ranges.
    private func read(
        _ range: Range<Int64>,
        _ reading: inout Reading,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        guard reading.narrowing.extent == .many else { return try readOrdered(range, &reading, transaction) }
        reading.spans.begin(range, from: reading.path.place)
        while var span = reading.spans.next() {
            // A statement may sort all rows of its span.
            while EventSpans.canShorten(span), try hasManyRows(span, reading, transaction),
                let shorter = reading.spans.shorter(span)
            {
                span = shorter
            }
            let before = reading.result.count
            guard try readOrdered(span, &reading, transaction) else { return false }
            reading.spans.adapt(after: span, rows: reading.result.count - before, wanted: reading.limit)
        }
        return true
    }

    private func hasManyRows(
        _ span: Range<Int64>,
        _ reading: Reading,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        let count: Int? = try transaction.value(
            """
            SELECT count(*) AS n FROM (
                SELECT 1 FROM events e WHERE \(sql: .all(within(span) + reading.narrowing.conditions))
                LIMIT \(Self.manyRows + 1)) AS found
            """
        )
        return count ?? 0 > Self.manyRows
    }

    private func readOrdered(
        _ range: Range<Int64>,
        _ reading: inout Reading,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        while true {
            let left = limits.rows - reading.result.count
            guard left > 0, !reading.hasStarted || ContinuousClock.now - reading.start < limits.time else {
                reading.result.stop = reading.stop(in: range)
                return false
            }
            reading.hasStarted = true
            // A small number is read first: it often has what a page needs.
            reading.limit = min(left, max(reading.result.count * 4, min(reading.path.wanted, 200)), limits.rowsAtOnce)
            let rows = try transaction.rows(statement(range, reading, limit: reading.limit))
            reading.result.count += rows.count
            reading.result.matches += try reading.candidates.matches(rows, transaction)
            if reading.result.matches.count >= reading.path.wanted { return false }
            if let last = rows.last {
                reading.path.place = EventPlace(occurredAt: try last.get("occurred_at"), seq: try last.get("seq"))
            }
            if rows.count < reading.limit { return true }
        }
    }

    private func statement(_ range: Range<Int64>, _ reading: Reading, limit: Int) -> SQL {
        var (from, to) = (range.lowerBound, range.upperBound)
        var conditions: [SQL] = []
        if let place = reading.path.place {
            // The bounds of the time lead the index to the place at once.
            if reading.path.isBackward {
                from = max(from, place.occurredAt)
                conditions = ["(e.occurred_at, e.seq) > (\(place.occurredAt), \(place.seq))"]
            } else {
                to = min(to, place.occurredAt + 1)
                conditions = ["(e.occurred_at, e.seq) < (\(place.occurredAt), \(place.seq))"]
            }
        }
        // SQLite would choose the index that has the order.
        let time: SQL = reading.narrowing.isUnordered ? "+e.occurred_at" : "e.occurred_at"
        let order: SQL = reading.path.isBackward ? "\(sql: time) ASC, e.seq ASC" : "\(sql: time) DESC, e.seq DESC"
        conditions += within(min(from, to)..<to) + reading.narrowing.conditions
        return """
            SELECT \(sql: reading.candidates.columns) FROM events e
            WHERE \(sql: .all(conditions)) ORDER BY \(sql: order) LIMIT \(limit)
            """
    }

    private func within(_ span: Range<Int64>) -> [SQL] {
        [
            "e.tenant_id = \(resolved.tenant)", "e.occurred_at >= \(span.lowerBound)",
            "e.occurred_at < \(span.upperBound)",
        ]
    }
}
