import Database
import Domain
import UseCases

/// Counts events over time, from the counts; from rows only when the query uses attributes that the counts lack.
struct EventChart {
    /// The maximum number of columns of a chart.
    static let columns = 72
    /// The allowed widths of a column, so that its edges are at round times.
    static let widths: [Duration] = [
        .minutes(1), .minutes(2), .minutes(5), .minutes(10), .minutes(15), .minutes(30), .hours(1), .hours(2),
        .hours(3), .hours(6),
        .days(1), .days(2), .days(7),
    ]

    let query: EventQuery
    let tenant: Int

    private struct Counted {
        let start: Int64
        let outcome: Outcome
        let n: Int
    }

    func histogram(_ transaction: any ReadTransaction) throws -> EventHistogram {
        let width = self.width
        let step = width.wholeMilliseconds
        let (counted, isComplete) = try counted(step, transaction)
        var columns: [Int64: [Outcome: Int]] = [:]
        for part in counted {
            columns[CountWindow.floor(part.start, step), default: [:]][part.outcome, default: 0] += part.n
        }
        let starts = stride(
            from: CountWindow.floor(query.from.milliseconds, step),
            to: query.to.milliseconds,
            by: Int(step)
        )
        return EventHistogram(
            span: width,
            columns: starts.map {
                EventHistogram.Column(start: Timestamp(milliseconds: $0), counts: columns[$0] ?? [:])
            },
            isComplete: isComplete
        )
    }

    private var width: Duration {
        let range = query.to.since(query.from)
        let usable = range <= CountWindow.minuteRange ? Self.widths : Self.widths.filter { $0 >= .hours(1) }
        return usable.first { range.wholeMilliseconds / $0.wholeMilliseconds <= Int64(Self.columns) } ?? .days(7)
    }

    private func counted(_ step: Int64, _ transaction: any ReadTransaction) throws -> ([Counted], isComplete: Bool) {
        if query.needsRows { return try rows(step, transaction) }
        let slices = CountWindow.covering(query, dividedInto: step)
        if query.needsShapes { return (try slices.flatMap { try byShape($0, transaction) }, true) }
        return (try slices.flatMap { try totals($0, transaction) }, true)
    }

    private func totals(_ slice: CountWindow, _ transaction: any ReadTransaction) throws -> [Counted] {
        var conditions: [SQL] = []
        if let stage = query.stage { conditions.append("t.stage = \(stage)") }
        if let outcome = query.outcome { conditions.append("t.outcome = \(outcome)") }
        return try Self.counted(
            transaction.rows(
                """
                SELECT t.start AS start, t.outcome AS outcome, sum(t.n) AS n FROM event_totals t
                WHERE t.tenant_id = \(tenant) AND t.span = \(slice.span.rawValue)
                    AND t.start >= \(slice.range.lowerBound) AND t.start < \(slice.range.upperBound) AND \(sql: .all(conditions))
                GROUP BY t.start, t.outcome
                """
            )
        )
    }

    /// There is one query for each outcome: in the order of the key, a sum for each start needs no sorting and no
    /// lookup of shapes.
    private func byShape(_ slice: CountWindow, _ transaction: any ReadTransaction) throws -> [Counted] {
        let shapes = EventSearch(query: query, tenant: tenant).shapeConditions
        let outcomes = try transaction.rows(
            "SELECT DISTINCT s.outcome AS outcome FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(shapes)) ORDER BY 1"
        )
        return try outcomes.flatMap { row in
            let outcome: Outcome = try row.get("outcome")
            return try Self.counted(
                transaction.rows(
                    """
                    SELECT c.start AS start, \(outcome) AS outcome, sum(c.n) AS n FROM event_counts c
                    WHERE c.tenant_id = \(tenant) AND c.span = \(slice.span.rawValue)
                        AND c.start >= \(slice.range.lowerBound) AND c.start < \(slice.range.upperBound)
                        AND +c.shape_id IN (
                            SELECT s.id FROM shapes s
                            WHERE s.tenant_id = \(tenant) AND s.outcome = \(outcome) AND \(sql: .all(shapes)))
                    GROUP BY c.start
                    """
                )
            )
        }
    }

    private func rows(_ step: Int64, _ transaction: any ReadTransaction) throws -> ([Counted], isComplete: Bool) {
        let some = try EventSearch(query: query, tenant: tenant).some(transaction)
        let found = try transaction.rows(
            """
            SELECT e.occurred_at / \(step) * \(step) AS start, s.outcome AS outcome, count(*) AS n FROM (\(sql: some.rows)) AS e
            JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
            WHERE s.tenant_id = \(tenant) GROUP BY 1, 2
            """
        )
        return (try Self.counted(found), try some.areAll(transaction))
    }

    private static func counted(_ rows: [Row]) throws -> [Counted] {
        try rows.map { Counted(start: try $0.get("start"), outcome: try $0.get("outcome"), n: try $0.get("n")) }
    }
}

extension EventQuery {
    /// Whether the query needs more than the totals by stage and outcome.
    var needsShapes: Bool {
        ShapeColumns.all.contains { entry in
            entry.dimension != .stage && entry.dimension != .outcome && self[entry.dimension] != nil
        }
    }
}
