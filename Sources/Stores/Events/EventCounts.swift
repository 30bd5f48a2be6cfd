import Database
import UseCases

/// Returns the most frequent values of facets, from the counts; from rows only when the query uses attributes that the
/// counts lack.
struct EventCounts {
    let resolved: ResolvedQuery
    let limits: EventWalk.Limits

    func top(_ facet: EventFacet, limit: Int, _ transaction: any ReadTransaction) throws -> [FacetCount] {
        if resolved.isEmpty { return [] }
        // Every facet is a column of the shapes; a test of the table says so.
        guard resolved.isAnsweredBySums, let entry = ShapeColumns.entry(facet.dimension) else {
            return try table([facet], limit: limit, transaction).facets.flatMap(\.counts)
        }
        let column: SQL = "s.\(sql: entry.column)"
        let sums: SQL = .union(CountWindow.covering(resolved).map(sums))
        let rows = try transaction.rows(
            """
            SELECT \(sql: column) AS value, sum(c.n) AS n FROM (\(sql: sums)) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            WHERE s.tenant_id = \(resolved.tenant) GROUP BY \(sql: column) ORDER BY n DESC, value NULLS FIRST LIMIT \(limit)
            """
        )
        return try rows.map { FacetCount(value: try $0.find("value"), count: try $0.get("n")) }
    }

    func table(_ facets: [EventFacet], limit: Int, _ transaction: any ReadTransaction) throws -> FacetTable {
        let tally = try EventTally(resolved: resolved, limits: limits).counted(dividedInto: nil, transaction)
        let values = try FacetValues(facets, of: tally.shapes, in: resolved.tenant, transaction)
        let counts = tally.byShape
        return FacetTable(
            facets: facets.map { FacetTable.Facet($0, Array(values.counts(of: $0, counts).prefix(limit))) },
            total: counts.values.reduce(0, +),
            isComplete: tally.isComplete
        )
    }

    /// The shapes and their counts: summed before the shapes are looked up.
    private func sums(_ slice: CountWindow) -> SQL {
        let conditions: [SQL] = [
            "c.tenant_id = \(resolved.tenant)", "c.span = \(slice.span.rawValue)",
            "c.start >= \(slice.range.lowerBound)",
            "c.start < \(slice.range.upperBound)",
        ]
        return """
            SELECT c.tenant_id AS tenant_id, c.shape_id AS shape_id, sum(c.n) AS n FROM event_counts c
            WHERE \(sql: .all(conditions + resolved.shapesOfCounts)) GROUP BY 1, 2
            """
    }
}
