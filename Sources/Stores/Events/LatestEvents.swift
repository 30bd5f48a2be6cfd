import Database
import Domain

/// The latest event of each of some groups of shapes: by the counts of hours and minutes, so that no more than the events
/// of one minute, or of a quarter of an hour, are read for each.
struct LatestEvents {
    struct Group {
        let shapes: [Int]
        /// The start of the last day on which there were events.
        let day: Int64
    }

    /// Nil where the events were deleted meanwhile.
    private(set) var events: [Event.Reference?] = []

    init(tenant: Int, groups: [Group], _ transaction: any ReadTransaction) throws {
        guard let earliest = groups.map(\.day).min() else { return }
        var hours = Spans()
        try hours.read(
            """
            SELECT c.shape_id AS shape_id, max(c.start) AS start FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = 'h' AND c.start >= \(earliest)
                AND c.shape_id IN \(list: groups.flatMap(\.shapes))
            GROUP BY c.shape_id
            """,
            transaction
        )
        let latest = groups.map { hours.latest(of: $0.shapes) }
        var minutes = Spans()
        for (hour, places) in Dictionary(grouping: latest.indices, by: { latest[$0]?.start }) {
            guard let hour else { continue }
            let end = hour + CountWindow.Span.hour.width
            try minutes.read(
                """
                SELECT c.shape_id AS shape_id, max(c.start) AS start FROM event_counts c
                WHERE c.tenant_id = \(tenant) AND c.span = 'm' AND c.start >= \(hour) AND c.start < \(end)
                    AND +c.shape_id IN \(list: places.flatMap { latest[$0]?.shapes ?? [] })
                GROUP BY c.shape_id
                """,
                transaction
            )
        }
        events = try latest.map { hour in
            guard let minute = hour.flatMap({ minutes.latest(of: $0.shapes) }) else { return nil }
            let end = minute.start + CountRetention.width(ofMinute: minute.start)
            let row = try transaction.row(
                """
                SELECT e.occurred_at AS occurred_at, e.id AS id FROM events e
                WHERE e.tenant_id = \(tenant) AND e.occurred_at >= \(minute.start) AND e.occurred_at < \(end)
                    AND +e.shape_id IN \(list: minute.shapes)
                ORDER BY e.occurred_at DESC, e.seq DESC LIMIT 1
                """
            )
            return try row.map { Event.Reference(occurredAt: try $0.get("occurred_at"), id: try $0.get("id")) }
        }
    }
}

/// The latest span in which each shape had events.
private struct Spans {
    private var starts: [Int: Int64] = [:]

    mutating func read(_ statement: SQL, _ transaction: any ReadTransaction) throws {
        for row in try transaction.rows(statement) { starts[try row.get("shape_id")] = try row.get("start") }
    }

    /// Returns the latest span of any of the shapes, and those that have it.
    func latest(of shapes: [Int]) -> (start: Int64, shapes: [Int])? {
        guard let start = shapes.compactMap({ starts[$0] }).max() else { return nil }
        return (start, shapes.filter { starts[$0] == start })
    }
}
