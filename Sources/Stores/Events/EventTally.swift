import Database
import UseCases

/// Counts events by shape, from the counts; from rows only when the query asks what the counts lack.
struct EventTally {
    /// A number of events of one shape.
    struct Part: Hashable {
        /// The start of the column; zero when the time is not asked for.
        let start: Int64
        let shape: Int
    }

    struct Result {
        var parts: [Part: Int] = [:]
        /// False when there were too many rows, or shapes, to count all of them.
        var isComplete = true

        /// The counts of all columns together.
        var byShape: [Int: Int] {
            var counts: [Int: Int] = [:]
            for (part, count) in parts { counts[part.shape, default: 0] += count }
            return counts
        }

        var shapes: [Int] { Set(parts.keys.map(\.shape)).sorted() }
    }

    let resolved: ResolvedQuery
    let limits: EventWalk.Limits

    /// - Parameter step: the width of a column in milliseconds; nil for one number for each shape.
    func counted(dividedInto step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        if resolved.isEmpty { return Result() }
        if resolved.countsNeedWalk { return try walked(step, transaction) }
        return try resolved.rowConditions.isEmpty ? fromCounts(step, transaction) : fromRows(step, transaction)
    }

    private func walked(_ step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        let found = try EventWalk(resolved, limits: limits).matches(EventWalk.Path(), transaction)
        var result = Result(isComplete: found.stop == nil)
        for match in found.matches {
            let start = step.map { CountWindow.floor(match.place.occurredAt, $0) } ?? 0
            result.parts[Part(start: start, shape: match.shape), default: 0] += 1
        }
        return result
    }

    private func fromRows(_ step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        let latestRows = EventSearch(resolved: resolved, limits: limits).latestRows
        let width = step ?? Int64.max
        var result = Result(isComplete: try latestRows.areAll(transaction))
        for row in try transaction.rows(
            """
            SELECT e.occurred_at / \(width) * \(width) AS start, e.shape_id AS shape_id, count(*) AS n
            FROM (\(sql: latestRows.rows)) AS e GROUP BY 1, 2
            """
        ) {
            result.parts[Part(start: try row.get("start"), shape: try row.get("shape_id"))] = try row.get("n")
        }
        return result
    }

    /// The shapes are tested here: no statement has to name all of them.
    private func fromCounts(_ step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        let wanted = resolved.rowShapes.map { Set($0) }
        // Filters say in few words which shapes they select.
        let others: [SQL] = wanted == nil ? resolved.shapesOfCounts : []
        let width = step ?? Int64.max
        var result = Result()
        for slice in CountWindow.covering(resolved, dividedInto: step ?? CountWindow.Span.day.width) {
            try transaction.forEach(
                """
                SELECT c.start / \(width) * \(width) AS start, c.shape_id AS shape_id, sum(c.n) AS n FROM event_counts c
                WHERE c.tenant_id = \(resolved.tenant) AND c.span = \(slice.span.rawValue)
                    AND c.start >= \(slice.range.lowerBound) AND c.start < \(slice.range.upperBound) AND \(sql: .all(others))
                GROUP BY 1, 2
                """
            ) { row in
                let shape: Int = try row.get("shape_id")
                guard wanted?.contains(shape) ?? true else { return }
                result.parts[Part(start: try row.get("start"), shape: shape), default: 0] += try row.get("n")
            }
        }
        return result
    }
}
