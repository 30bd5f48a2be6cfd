import Database
import Domain
import UseCases

/// The hours that have events of some shapes, nearest first, and the days where hours are no longer kept: other times need
/// not be read.
///
/// They are looked up in steps, each a longer span than the one before, because a list is often full soon.
struct EventHours {
    private static let steps: [Duration] = [.days(1), .days(7), .days(60)]

    let tenant: Int
    let shapes: [Int]
    let isBackward: Bool
    /// The span that is not looked up yet.
    private var open: Range<Int64>
    private var step = 0
    private var found: [Range<Int64>] = []
    /// Days are read before it.
    private let firstHour: Int64
    private var isClipped = false

    init(_ resolved: ResolvedQuery, _ shapes: [Int], from place: EventPlace?, isBackward: Bool) {
        tenant = resolved.tenant
        self.shapes = shapes
        self.isBackward = isBackward
        firstHour = resolved.kept.first(.hour)
        let range = resolved.filters.from.milliseconds..<resolved.filters.to.milliseconds
        var from = CountWindow.Span.hour.floor(range.lowerBound)
        var to = range.upperBound
        if let place {
            if isBackward {
                from = max(from, CountWindow.Span.hour.floor(place.occurredAt))
            } else {
                to = min(to, place.occurredAt + 1)
            }
        }
        open = from..<max(from, to)
    }

    /// Returns the next hour or day; nil at the end.
    mutating func next(_ transaction: any ReadTransaction) throws -> Range<Int64>? {
        if !isClipped { try clip(transaction) }
        while found.isEmpty, !open.isEmpty { found = try hours(takeStep(), transaction).reversed() }
        return found.popLast()
    }

    /// Counts outlive events: before the first one there is nothing to find.
    private mutating func clip(_ transaction: any ReadTransaction) throws {
        isClipped = true
        let first: Int64? = try transaction.value(
            """
            SELECT occurred_at FROM events
            WHERE tenant_id = \(tenant) AND occurred_at >= \(open.lowerBound) AND occurred_at < \(open.upperBound)
            ORDER BY occurred_at LIMIT 1
            """
        )
        let from = max(open.lowerBound, first.map { CountWindow.Span.hour.floor($0) } ?? open.upperBound)
        open = min(from, open.upperBound)..<open.upperBound
    }

    /// The steps meet at the start of a day, so that none is looked up twice.
    private mutating func takeStep() -> Range<Int64> {
        defer { step += 1 }
        guard step < Self.steps.count else {
            defer { open = open.lowerBound..<open.lowerBound }
            return open
        }
        let width = Self.steps[step].wholeMilliseconds
        guard Int64(open.count) > 2 * width else {
            defer { open = open.lowerBound..<open.lowerBound }
            return open
        }
        if isBackward {
            let middle = min(CountWindow.Span.day.floor(open.lowerBound + width), open.upperBound)
            defer { open = middle..<open.upperBound }
            return open.lowerBound..<middle
        }
        let middle = max(CountWindow.Span.day.floor(open.upperBound - width), open.lowerBound)
        defer { open = open.lowerBound..<middle }
        return middle..<open.upperBound
    }

    private func hours(_ range: Range<Int64>, _ transaction: any ReadTransaction) throws -> [Range<Int64>] {
        var windows: [CountWindow] = []
        if range.lowerBound < firstHour {
            let days = CountWindow.Span.day.floor(range.lowerBound)..<min(range.upperBound, firstHour)
            windows.append(CountWindow(span: .day, range: days))
        }
        if range.upperBound > firstHour {
            windows.append(CountWindow(span: .hour, range: max(range.lowerBound, firstHour)..<range.upperBound))
        }
        if !isBackward { windows.reverse() }
        return try windows.flatMap { try starts($0, transaction) }
    }

    /// The hours have an index by shape.
    private func starts(_ window: CountWindow, _ transaction: any ReadTransaction) throws -> [Range<Int64>] {
        let span: SQL = window.span == .hour ? "span = 'h'" : "span = 'd'"
        let order: SQL = isBackward ? "start ASC" : "start DESC"
        return try transaction.rows(
            """
            SELECT DISTINCT start FROM event_counts
            WHERE tenant_id = \(tenant) AND \(sql: span) AND shape_id IN \(list: shapes)
                AND start >= \(window.range.lowerBound) AND start < \(window.range.upperBound)
            ORDER BY \(sql: order)
            """
        ).map { row in
            let start: Int64 = try row.get("start")
            return start..<start + window.span.width
        }
    }
}
