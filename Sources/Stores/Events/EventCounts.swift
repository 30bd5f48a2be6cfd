import Database
import Domain
import UseCases

/// Returns the most frequent values of a facet, from the counts; from rows only when the query uses attributes that the
/// counts lack.
struct EventCounts {
    let query: EventQuery
    let tenant: Int

    func top(_ facet: EventFacet, limit: Int, _ transaction: any ReadTransaction) throws -> [FacetCount] {
        // Every facet is a column of the shapes; a test of the table says so.
        guard let entry = ShapeColumns.all.first(where: { $0.dimension == facet.dimension }) else { return [] }
        let column: SQL = "s.\(sql: entry.column)"
        let rows = try transaction.rows(
            """
            SELECT \(sql: column) AS value, sum(c.n) AS n FROM (\(sql: try countedShapes(transaction))) AS c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
            WHERE s.tenant_id = \(tenant) GROUP BY \(sql: column) ORDER BY n DESC, value NULLS FIRST LIMIT \(limit)
            """
        )
        return try rows.map { FacetCount(value: try $0.find("value"), count: try $0.get("n")) }
    }

    /// The shapes and their counts: summed before the shapes are looked up.
    private func countedShapes(_ transaction: any ReadTransaction) throws -> SQL {
        let search = EventSearch(query: query, tenant: tenant)
        if query.needsRows {
            let rows = try search.some(transaction).rows
            return
                "SELECT e.tenant_id AS tenant_id, e.shape_id AS shape_id, count(*) AS n FROM (\(sql: rows)) AS e GROUP BY 1, 2"
        }
        return .union(CountWindow.covering(query).map { sums($0, search.shapeConditions) })
    }

    private func sums(_ slice: CountWindow, _ shapes: [SQL]) -> SQL {
        var conditions: [SQL] = [
            "c.tenant_id = \(tenant)", "c.span = \(slice.span.rawValue)", "c.start >= \(slice.range.lowerBound)",
            "c.start < \(slice.range.upperBound)",
        ]
        if !shapes.isEmpty {
            conditions.append(
                "+c.shape_id IN (SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(shapes)))"
            )
        }
        return """
            SELECT c.tenant_id AS tenant_id, c.shape_id AS shape_id, sum(c.n) AS n FROM event_counts c
            WHERE \(sql: .all(conditions)) GROUP BY 1, 2
            """
    }
}
