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
    let tally: EventTally

    private var resolved: ResolvedQuery { tally.resolved }

    private struct Counted {
        let start: Int64
        let outcome: Outcome
        let n: Int
    }

    func histogram(_ transaction: any ReadTransaction) throws -> EventHistogram {
        let step = step
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
        guard !needsRows, resolved.needsOnlyTotals else { return try byShape(step, transaction) }
        let slices = CountWindow.covering(resolved, dividedInto: step)
        return (try slices.flatMap { try totals($0, transaction) }, true)
    }

    private func totals(_ slice: CountWindow, _ transaction: any ReadTransaction) throws -> [Counted] {
        var conditions: [SQL] = []
        if let stage = resolved.filters.stage { conditions.append("t.stage = \(stage)") }
        if let outcome = resolved.filters.outcome { conditions.append("t.outcome = \(outcome)") }
        return try transaction.rows(
            """
            SELECT t.start AS start, t.outcome AS outcome, sum(t.n) AS n FROM event_totals t
            WHERE t.tenant_id = \(resolved.tenant) AND t.span = \(slice.span.rawValue)
                AND t.start >= \(slice.range.lowerBound) AND t.start < \(slice.range.upperBound) AND \(sql: .all(conditions))
            GROUP BY t.start, t.outcome
            """
        ).map { Counted(start: try $0.get("start"), outcome: try $0.get("outcome"), n: try $0.get("n")) }
    }

    private func byShape(_ step: Int64, _ transaction: any ReadTransaction) throws -> ([Counted], isComplete: Bool) {
        let found = try tally.counted(dividedInto: step, transaction)
        var outcomes: [Int: Outcome] = [:]
        try tally.forEach(found.shapes, transaction) { outcomes[$0] = $1[.outcome].flatMap { Outcome(rawValue: $0) } }
        let counted = found.parts.compactMap { part, count in
            outcomes[part.shape].map { Counted(start: part.start, outcome: $0, n: count) }
        }
        return (counted, found.isComplete)
    }
}
