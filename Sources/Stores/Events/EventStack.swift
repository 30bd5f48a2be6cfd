import Database
import Domain
import StrictJSON
import UseCases

/// Counts events over time by the most frequent values of a facet.
struct EventStack {
    let chart: EventChart
    let facet: EventFacet

    private var resolved: ResolvedQuery { chart.resolved }

    func histogram(_ transaction: any ReadTransaction) throws -> StackedHistogram {
        let isFromCounts = resolved.rowConditions.isEmpty && !resolved.countsNeedWalk
        let tally = try EventTally(resolved: resolved, limits: chart.limits)
            .counted(dividedInto: isFromCounts ? nil : chart.step, transaction)
        let values = try FacetValues([facet], of: tally.shapes, in: resolved.tenant, transaction)
        let all = values.counts(of: facet, tally.byShape)
        let top = all.prefix(StackedHistogram.values).map(\.value)
        let series = top.map { StackedHistogram.Series.value($0) } + (all.count > top.count ? [.other] : [])
        let counted: [Part: Int]
        if isFromCounts {
            counted = try fromCounts(top, transaction)
        } else {
            let places = Dictionary(
                top.enumerated().map { ($0.element.map { ByteText($0) }, $0.offset) },
                uniquingKeysWith: { first, _ in first }
            )
            counted = tally.parts.reduce(into: [:]) { counted, entry in
                let place = places[values.value(of: facet, entry.key.shape)] ?? top.count
                counted[Part(start: entry.key.start, place: place), default: 0] += entry.value
            }
        }
        return StackedHistogram(
            facet: facet,
            span: chart.width,
            series: series,
            columns: chart.starts.map { start in
                StackedHistogram.Column(
                    start: Timestamp(milliseconds: start),
                    counts: series.indices.map { counted[Part(start: start, place: $0)] ?? 0 }
                )
            },
            isComplete: tally.isComplete
        )
    }

    /// A column, and the place of a value in the series.
    private struct Part: Hashable {
        let start: Int64
        let place: Int
    }

    private func fromCounts(_ top: [String?], _ transaction: any ReadTransaction) throws -> [Part: Int] {
        guard !top.isEmpty, let entry = ShapeColumns.entry(facet.dimension) else { return [:] }
        let column: SQL = "s.\(sql: entry.column)"
        let cases: [SQL] = top.enumerated().map { place, value in
            guard let value else { return "WHEN \(sql: column) IS NULL THEN CAST(\(place) AS BIGINT)" }
            return "WHEN \(sql: column) = \(value) THEN CAST(\(place) AS BIGINT)"
        }
        let place = cases.reduce("CASE" as SQL) { "\(sql: $0) \(sql: $1)" }
        let step = chart.step
        var counted: [Part: Int] = [:]
        for slice in CountWindow.covering(resolved, dividedInto: step) {
            let conditions: [SQL] = [
                "c.tenant_id = \(resolved.tenant)", "c.span = \(slice.span.rawValue)",
                "c.start >= \(slice.range.lowerBound)", "c.start < \(slice.range.upperBound)",
            ]
            let rows = try transaction.rows(
                """
                SELECT c.start / \(step) * \(step) AS start, \(sql: place) ELSE CAST(\(top.count) AS BIGINT) END AS place,
                    sum(c.n) AS n
                FROM event_counts c JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id
                WHERE s.tenant_id = \(resolved.tenant) AND \(sql: .all(conditions + resolved.shapesOfCounts))
                GROUP BY 1, 2
                """
            )
            for row in rows {
                counted[Part(start: try row.get("start"), place: try row.get("place")), default: 0] += try row.get("n")
            }
        }
        return counted
    }
}
