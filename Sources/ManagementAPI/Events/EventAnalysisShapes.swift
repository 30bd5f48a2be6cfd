import StrictJSON
import UseCases
import WebCore

extension NamedSchema {
    static let eventHistograms = NamedSchema.either(
        "EventHistograms",
        ResponseSchema<EventHistogram>.histogram.named,
        ResponseSchema<StackedHistogram>.stackedHistogram.named
    )
}

extension ResponseSchema where Value == StackedHistogram.Series {
    static let histogramSeries = ResponseSchema(
        "EventHistogramSeries",
        "A part of the columns.",
        [
            .init("value", Schema.text.nullable.with("description", "Null for events without a value, and for others."))
            {
                if case .value(let value) = $0 { .init(value) } else { .null }
            },
            .init("other", Schema.bool.with("description", "Whether these are the events with all other values.")) {
                .bool($0 == .other)
            },
        ]
    )
}

extension ResponseSchema where Value == StackedHistogram.Column {
    static let stackedColumn = ResponseSchema(
        "StackedHistogramColumn",
        "One interval of time.",
        [
            .init("start", .dateTime) { .init($0.start) },
            .init("counts", Schema.list(of: .count).with("description", "In the order of `series`.")) { column in
                .array(column.counts.map { .init($0) })
            },
        ]
    )
}

extension ResponseSchema where Value == StackedHistogram {
    static let stackedHistogram = ResponseSchema(
        "StackedHistogram",
        "Events over time, by the \(StackedHistogram.values) most frequent values of a field and all others.",
        [
            .init("by", .oneOf(EventFacet.self)) { .string($0.facet.rawValue) },
            .init("span_seconds", .count) { .integer($0.span.components.seconds) },
            .init("total", .count) { .init($0.total) },
            .init("complete", .countsAreComplete) { .bool($0.isComplete) },
            .init("series", .list(of: .named("EventHistogramSeries"))) { histogram in
                .array(histogram.series.map(ResponseSchema<StackedHistogram.Series>.histogramSeries.json))
            },
            .init("columns", .list(of: .named("StackedHistogramColumn"))) { histogram in
                .array(histogram.columns.map(ResponseSchema<StackedHistogram.Column>.stackedColumn.json))
            },
        ],
        uses: [
            ResponseSchema<StackedHistogram.Series>.histogramSeries.named,
            ResponseSchema<StackedHistogram.Column>.stackedColumn.named,
        ]
    )
}

extension ResponseSchema where Value == EventComparison.Difference {
    static let difference = ResponseSchema(
        "EventDifference",
        "A value that is more or less frequent among the selected events. Shares are from 0 to 1.",
        [
            .init("field", .oneOf(EventFacet.self)) { .string($0.facet.rawValue) },
            .init("value", Schema.text.nullable.with("description", "Null for events without one.")) {
                .init($0.value)
            },
            .init("selected", .count) { .init($0.selected) },
            .init("baseline", .count) { .init($0.baseline) },
            .init("selected_share", share) { .number($0.selectedShare) },
            .init("baseline_share", share) { .number($0.baselineShare) },
            .init("difference", signedShare) { .number($0.difference) },
            .init("sure_difference", sureShare) { .number($0.sureDifference) },
        ]
    )

    private static let share = Schema(["type": "number", "minimum": 0, "maximum": 1])
    private static let signedShare = Schema(["type": "number", "minimum": -1, "maximum": 1])
    private static let sureShare = signedShare.with(
        "description",
        "The end of the 95 % confidence interval of the difference that is nearer to zero."
    )
}

extension ResponseSchema where Value == EventComparison {
    static let comparison = ResponseSchema(
        "EventComparison",
        "What differs between the selected events and the baseline.",
        [
            .init("selected", Schema.count.with("description", "The number of selected events.")) {
                .init($0.selected)
            },
            .init("baseline", Schema.count.with("description", "The number of events of the baseline.")) {
                .init($0.baseline)
            },
            .init("complete", .countsAreComplete) { .bool($0.isComplete) },
            .init("items", .list(of: .named("EventDifference"))) { comparison in
                .array(comparison.differences.map(ResponseSchema<EventComparison.Difference>.difference.json))
            },
        ],
        uses: [ResponseSchema<EventComparison.Difference>.difference.named]
    )
}
