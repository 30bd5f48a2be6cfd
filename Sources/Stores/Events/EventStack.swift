import Database
import Domain
import StrictJSON
import UseCases

/// Counts events over time by the most frequent values of a facet.
struct EventStack {
    let chart: EventChart
    let facet: EventFacet

    /// A column, and the place of a value in the series.
    private struct Part: Hashable {
        let start: Int64
        let place: Int
    }

    func histogram(_ transaction: any ReadTransaction) throws -> StackedHistogram {
        let tally = try chart.tally.counted(dividedInto: chart.step, transaction)
        let counts = tally.byShape
        let values = try chart.tally.values(of: counts.keys, transaction)
        let all = values.counts(of: facet, counts)
        let top = all.prefix(StackedHistogram.values).map(\.value)
        let series = top.map { StackedHistogram.Series.value($0) } + (all.count > top.count ? [.other] : [])
        let places = places(of: counts.keys, top, values)
        var counted: [Part: Int] = [:]
        for (part, count) in tally.parts {
            counted[Part(start: part.start, place: places[part.shape] ?? top.count), default: 0] += count
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

    /// Returns the places in the series of the shapes that have one of the most frequent values.
    private func places(of shapes: some Collection<Int>, _ top: [String?], _ values: FacetValues) -> [Int: Int] {
        let ofValues = Dictionary(
            top.enumerated().map { ($0.element.map { ByteText($0) }, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        return shapes.reduce(into: [:]) { places, shape in places[shape] = ofValues[values.value(of: facet, shape)] }
    }
}
