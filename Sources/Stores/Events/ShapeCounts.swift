import Database
import UseCases

/// Adds up counts of events by their shape.
struct ShapeCounts {
    let tenant: Int
    let windows: [CountWindow]
    /// On `c`, the counts.
    var conditions: [SQL] = []

    /// - Parameters:
    ///   - step: the width of a column in milliseconds; nil for one number for each shape.
    ///   - body: called with the start of a column, zero without a step, a shape, and a part of their events.
    func forEach(
        by step: Int64? = nil,
        _ transaction: any ReadTransaction,
        _ body: (_ start: Int64, _ shape: Int, _ n: Int) throws -> Void
    ) throws {
        guard !windows.isEmpty else { return }
        let start: SQL = step.map { "c.start / \($0) * \($0)" } ?? "CAST(0 AS BIGINT)"
        let rows = windows.map { window -> SQL in
            """
            SELECT \(sql: start) AS start, c.shape_id AS shape_id, c.n AS n FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = \(window.span.rawValue)
                AND c.start >= \(window.range.lowerBound) AND c.start < \(window.range.upperBound)
                AND \(sql: .all(conditions))
            """
        }
        try transaction.forEachSum(of: .union(rows)) { start, shape, n in try body(start, Int(shape), Int(n)) }
    }

    /// Passes the shapes that have been counted one by one, each with its number of events.
    func forEachShape(
        _ cache: ShapeCache,
        _ transaction: any ReadTransaction,
        _ body: (_ shape: Shape, _ n: Int) throws -> Void
    ) throws {
        var sums: [Int: Int] = [:]
        try forEach(transaction) { _, shape, n in sums[shape, default: 0] += n }
        try cache.forEach(sums.keys, of: tenant, transaction) { id, shape in try body(shape, sums[id] ?? 0) }
    }
}
