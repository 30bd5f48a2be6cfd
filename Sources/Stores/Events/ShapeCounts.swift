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

    /// The shapes that have been counted, with their numbers of events.
    func counted(
        _ cache: ShapeCache,
        _ transaction: any ReadTransaction
    ) throws -> [(shape: Shape, n: Int)] {
        let sums = try sums(transaction)
        return try cache.shapes(sums.keys, of: tenant, transaction).map { ($1, sums[$0] ?? 0) }
    }

    /// The number of events of each shape.
    func sums(_ transaction: any ReadTransaction) throws -> [Int: Int] {
        var sums: [Int: Int] = [:]
        try forEach(transaction) { _, shape, n in sums[shape, default: 0] += n }
        return sums
    }
}
