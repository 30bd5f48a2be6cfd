import Database
import Domain

/// Events of some shapes: no index has them, and the counts say in which hours and minutes there are any.
extension AttemptWalk {
    /// The shapes that are considered: the first and the latest, so that very many new ones hide none that were there
    /// before. A page says when there are more.
    static let shapes = 5000
    /// The hours with matching events that one page walks through.
    static let hours = 48
    /// An hour with events in more minutes is read as a whole: each part is a statement.
    static let minutes = 12

    /// Walks only through hours and minutes with such events, nearest first, until the page is full.
    func walkHours(_ walk: inout Walk, _ request: PageRequest, _ transaction: any ReadTransaction) throws {
        let latest = try shapes(order: "s.id DESC", limit: Self.shapes + 1, transaction)
        walk.isPartial = latest.count > Self.shapes
        let shapes =
            walk.isPartial
            ? try shapes(order: "s.id ASC", limit: Self.shapes / 2, transaction) + latest.prefix(Self.shapes / 2)
            : latest
        let last: Int64? = try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at DESC LIMIT 1"
        )
        guard !shapes.isEmpty, let last else { return }
        var hours = EventHours(
            tenant: tenant,
            shapes: shapes,
            within: 0..<max(0, last) + 1,
            kept: kept,
            from: try request.cursor.map { try EventPlace($0) },
            isBackward: walk.isBackward
        )
        var count = 0
        while let hour = try hours.next(transaction) {
            guard count < Self.hours else {
                walk.isCutShort = true
                // No event has this sequence number, so that the next page begins with the hour as a whole.
                walk.last = EventPlace(occurredAt: walk.isBackward ? hour.lowerBound : hour.upperBound, seq: -1)
                return
            }
            count += 1
            for range in try minutes(of: hour, shapes, isBackward: walk.isBackward, transaction) {
                try take(range, &walk, request, transaction)
                if walk.found.count > request.limit || walk.isCutShort { return }
            }
        }
    }

    private func shapes(order: SQL, limit: Int, _ transaction: any ReadTransaction) throws -> [Int] {
        try transaction.rows(
            """
            SELECT s.id AS id FROM shapes s WHERE \(sql: .all(shapeConditions)) ORDER BY \(sql: order) LIMIT \(limit)
            """
        ).map { try $0.get("id") }
    }

    /// The minutes of an hour with such events, nearest first; the hour as a whole where late events may be
    /// counted under other minutes, and where minutes are no longer counted.
    private func minutes(
        of hour: Range<Int64>,
        _ shapes: [Int],
        isBackward: Bool,
        _ transaction: any ReadTransaction
    ) throws -> [Range<Int64>] {
        guard hour.lowerBound >= (kept.now - CountRetention.punctual.withRow).milliseconds else { return [hour] }
        let order: SQL = isBackward ? "c.start ASC" : "c.start DESC"
        let minutes: [Range<Int64>] = try transaction.rows(
            """
            SELECT DISTINCT c.start AS start FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = 'm' AND c.start >= \(hour.lowerBound)
                AND c.start < \(hour.upperBound) AND c.shape_id IN \(list: shapes)
            ORDER BY \(sql: order)
            """
        ).map { row in
            let start: Int64 = try row.get("start")
            return start..<start + CountWindow.Span.minute.width
        }
        return minutes.isEmpty || minutes.count > Self.minutes ? [hour] : minutes
    }
}
