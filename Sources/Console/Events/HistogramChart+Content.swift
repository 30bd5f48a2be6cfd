import ConsoleKit
import Domain
import UseCases

extension HistogramChart {
    /// - Parameter href: the page of one column's events.
    init(
        histogram: EventHistogram,
        marks: ChartMarks,
        clock: PageClock,
        href: (_ column: EventHistogram.Column) -> String
    ) {
        let texts = clock.texts
        let times = HistogramTimes(span: histogram.span, count: histogram.columns.count, clock: clock)
        self.init(
            title: texts("events.chart-title"),
            step: histogram.step(texts),
            series: Outcome.stacked.map { outcome in
                Series(tone: outcome.rawValue, label: outcome.label(texts)) {
                    texts(TextKey("events.chart-part.\(outcome.rawValue)"), count: $0)
                }
            },
            columns: histogram.columns.map { column in
                Column(start: column.start, counts: Outcome.stacked.map { column.counts[$0] ?? 0 }, href: href(column))
            },
            span: histogram.span,
            clock: clock,
            marks: marks,
            name: Self.name(
                times.areTimesOfDay ? "events.chart-name-times" : "events.chart-name-dates",
                histogram.columns.map(\.start),
                count: histogram.total,
                times
            )
        )
    }

    /// The most frequent value is on the ground, and the others are on top.
    init(
        stacked: StackedHistogram,
        marks: ChartMarks,
        clock: PageClock,
        href: (_ column: StackedHistogram.Column) -> String
    ) {
        let (texts, dimension) = (clock.texts, stacked.facet.dimension)
        let times = HistogramTimes(span: stacked.span, count: stacked.columns.count, clock: clock)
        let field: [String: TextArgument] = ["field": .text(dimension.label(texts))]
        self.init(
            title: texts("events.chart-title-by", field),
            step: HistogramTimes.step(stacked.span, isComplete: stacked.isComplete, texts),
            series: stacked.series.enumerated().map { place, series in
                let label = series.label(of: dimension, texts)
                return Series(tone: "series-\(place + 1)", label: label) {
                    texts("events.chart-value", ["value": .text(label), "count": .number($0)])
                }
            },
            columns: stacked.columns.map { Column(start: $0.start, counts: $0.counts, href: href($0)) },
            span: stacked.span,
            clock: clock,
            marks: marks,
            name: Self.name(
                times.areTimesOfDay ? "events.chart-name-by-times" : "events.chart-name-by-dates",
                stacked.columns.map(\.start),
                count: stacked.total,
                times,
                field
            )
        )
    }

    private static func name(
        _ key: TextKey,
        _ starts: [Timestamp],
        count: Int,
        _ times: HistogramTimes,
        _ field: [String: TextArgument] = [:]
    ) -> String {
        guard let first = starts.first, let last = starts.last else { return times.clock.texts("events.found-none") }
        let span: [String: TextArgument] = [
            "from": .text(times.label(first)), "to": .text(times.label(last + times.span)),
        ]
        return times.clock.texts(key, count: count, span.merging(field) { first, _ in first })
    }
}

extension StackedHistogram.Series {
    func label(of dimension: EventDimension, _ texts: Texts) -> String {
        switch self {
        case .value(let value): dimension.text(ofFacet: value, texts)
        case .other: texts("events.other-values")
        }
    }
}

extension EventDimension {
    /// A value of a facet for a page; nil is of events without one.
    func text(ofFacet value: String?, _ texts: Texts) -> String {
        value.map { VisibleText.escaped(text(ofValue: $0, texts)) } ?? texts("events.no-value")
    }
}
