import Database
import Domain
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
        /// The last row that was read, when not all were.
        var stop: EventPlace?

        /// The counts of all columns together.
        var byShape: [Int: Int] {
            var counts: [Int: Int] = [:]
            for (part, count) in parts { counts[part.shape, default: 0] += count }
            return counts
        }

        var shapes: Set<Int> { Set(parts.keys.map(\.shape)) }
    }

    /// The number of shapes that a statement names.
    private static let namedShapes = 1000

    let resolved: ResolvedQuery
    let limits: EventWalk.Limits

    /// Passes shapes one by one.
    func forEach(
        _ shapes: some Collection<Int>,
        _ transaction: any ReadTransaction,
        _ body: (_ id: Int, _ shape: Shape) throws -> Void
    ) throws {
        try resolved.shapeCache.forEach(shapes, of: resolved.tenant, transaction, body)
    }

    /// Returns the most frequent values of facets.
    func table(_ facets: [EventFacet], limit: Int, _ transaction: any ReadTransaction) throws -> FacetTable {
        let found = try counted(dividedInto: nil, transaction)
        let counts = found.byShape
        var values = FacetSums(facets)
        try forEach(counts.keys, transaction) { values.add(counts[$0] ?? 0, $1) }
        return FacetTable(
            facets: values.all.map { FacetTable.Facet($0.facet, Array(FacetSums.sorted($0.sums).prefix(limit))) },
            total: counts.values.reduce(0, +),
            isComplete: found.isComplete
        )
    }

    /// - Parameter step: the width of a column in milliseconds; nil for one number for each shape.
    func counted(dividedInto step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        if resolved.isEmpty { return Result() }
        if resolved.countsNeedWalk { return try walked(step, transaction) }
        return try resolved.rowConditions.isEmpty ? fromCounts(step, transaction) : fromRows(step, transaction)
    }

    private func walked(_ step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        let found = try EventWalk(resolved, limits: limits).matches(EventWalk.Path(), transaction)
        var result = Result(isComplete: found.stop == nil, stop: found.stop)
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

    private func fromCounts(_ step: Int64?, _ transaction: any ReadTransaction) throws -> Result {
        let wanted = resolved.rowShapes.map { Set($0) }
        let counts = ShapeCounts(
            tenant: resolved.tenant,
            windows: CountWindow.covering(resolved, dividedInto: step ?? CountWindow.Span.day.width),
            conditions: conditions(wanted)
        )
        var result = Result()
        try counts.forEach(by: step, transaction) { start, shape, n in
            guard wanted?.contains(shape) ?? true else { return }
            result.parts[Part(start: start, shape: shape), default: 0] += n
            guard result.parts.count <= limits.counts else {
                throw DatabaseError(.tooLong, "there are too many counts")
            }
        }
        return result
    }

    /// Few shapes are named by the statement, so that the database leaves out the counts of all others. It does not have to
    /// name many: these are tested here.
    private func conditions(_ wanted: Set<Int>?) -> [SQL] {
        guard let wanted else { return resolved.shapesOfCounts }
        return wanted.count <= Self.namedShapes ? ["+c.shape_id IN \(paddedList: wanted.sorted())"] : []
    }
}
