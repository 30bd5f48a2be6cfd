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

    /// The whole range of time; the query may ask for a part of it.
    let range: Range<Timestamp>
    let resolved: ResolvedQuery
    let limits: EventWalk.Limits

    private struct Counted {
        let start: Int64
        let outcome: Outcome
        let n: Int
    }

    func histogram(_ transaction: any ReadTransaction) throws -> EventHistogram {
        let (counted, isComplete) = try counted(step, transaction)
        var columns: [Int64: [Outcome: Int]] = [:]
        for part in counted {
            columns[CountWindow.floor(part.start, step), default: [:]][part.outcome, default: 0] += part.n
        }
        return EventHistogram(
            span: width,
            columns: starts.map {
                EventHistogram.Column(start: Timestamp(milliseconds: $0), counts: columns[$0] ?? [:])
            },
            isComplete: isComplete
        )
    }

    var width: Duration {
        let length = range.upperBound.since(range.lowerBound)
        let usable = Self.widths.filter { $0 >= .milliseconds(finest.width) }
        return usable.first { length.wholeMilliseconds / $0.wholeMilliseconds <= Int64(Self.columns) } ?? .days(7)
    }

    /// Rows can be counted by minute, whatever counts are left.
    private var finest: CountWindow.Span {
        if needsRows { return range.upperBound.since(range.lowerBound) <= CountWindow.minuteRange ? .minute : .hour }
        return CountWindow.finest(from: range.lowerBound, to: range.upperBound, kept: resolved.kept)
    }

    private var needsRows: Bool { resolved.countsNeedWalk || !resolved.rowConditions.isEmpty }

    /// The width of a column in milliseconds.
    var step: Int64 { width.wholeMilliseconds }

    /// The starts of the columns.
    var starts: [Int64] {
        Array(
            stride(
                from: CountWindow.floor(range.lowerBound.milliseconds, step),
                to: range.upperBound.milliseconds,
                by: Int(step)
            )
        )
    }

    private func counted(_ step: Int64, _ transaction: any ReadTransaction) throws -> ([Counted], isComplete: Bool) {
        if resolved.isEmpty { return ([], true) }
        if needsRows { return try rows(step, transaction) }
        let slices = CountWindow.covering(resolved, dividedInto: step)
        if resolved.needsOnlyTotals { return (try slices.flatMap { try totals($0, transaction) }, true) }
        return (try slices.flatMap { try byShape($0, transaction) }, true)
    }

    private func totals(_ slice: CountWindow, _ transaction: any ReadTransaction) throws -> [Counted] {
        var conditions: [SQL] = []
        if let stage = resolved.filters.stage { conditions.append("t.stage = \(stage)") }
        if let outcome = resolved.filters.outcome { conditions.append("t.outcome = \(outcome)") }
        return try Self.counted(
            transaction.rows(
                """
                SELECT t.start AS start, t.outcome AS outcome, sum(t.n) AS n FROM event_totals t
                WHERE t.tenant_id = \(resolved.tenant) AND t.span = \(slice.span.rawValue)
                    AND t.start >= \(slice.range.lowerBound) AND t.start < \(slice.range.upperBound) AND \(sql: .all(conditions))
                GROUP BY t.start, t.outcome
                """
            )
        )
    }

    /// There is one query for each outcome: in the order of the key, a sum for each start needs no sorting and no
    /// lookup of shapes.
    private func byShape(_ slice: CountWindow, _ transaction: any ReadTransaction) throws -> [Counted] {
        let (tenant, shapes) = (resolved.tenant, resolved.countedShapes ?? [])
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
        let tally = try EventTally(resolved: resolved, limits: limits).counted(dividedInto: step, transaction)
        let outcomes = try ShapeColumns.read(
            ShapeColumns.all.filter { $0.dimension == .outcome },
            of: tally.shapes,
            in: resolved.tenant,
            transaction
        )
        let counted = tally.parts.compactMap { part, count in
            outcomes[part.shape]?[.outcome].flatMap { Outcome(rawValue: $0) }.map {
                Counted(start: part.start, outcome: $0, n: count)
            }
        }
        return (counted, tally.isComplete)
    }

    private static func counted(_ rows: [Row]) throws -> [Counted] {
        try rows.map { Counted(start: try $0.get("start"), outcome: try $0.get("outcome"), n: try $0.get("n")) }
    }
}
