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
        var sums: [ByteText?: Int] = [:]
        try chart.tally.forEach(counts.keys, transaction) { sums[$1.value(of: facet), default: 0] += counts[$0] ?? 0 }
        let top = FacetSums.sorted(sums).prefix(StackedHistogram.values).map(\.value)
        let series = top.map { StackedHistogram.Series.value($0) } + (sums.count > top.count ? [.other] : [])
        let places = try places(of: counts.keys, top, transaction)
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
    private func places(
        of shapes: some Collection<Int>,
        _ top: [String?],
        _ transaction: any ReadTransaction
    ) throws -> [Int: Int] {
        let ofValues = Dictionary(
            top.enumerated().map { ($0.element.map { ByteText($0) }, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        var places: [Int: Int] = [:]
        try chart.tally.forEach(shapes, transaction) { places[$0] = ofValues[$1.value(of: facet)] }
        return places
    }
}
