import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == FacetCount {
    static let facetCount = ResponseSchema(
        "EventCount",
        "The number of events with one value; null for events without a value.",
        [
            .init("value", Schema.text.nullable.example("keychain.locked")) { .init($0.value) },
            .init("count", .count) { .init($0.count) },
        ]
    )
}

extension ResponseSchema where Value == FacetTable {
    static let eventCounts = ResponseSchema(
        "EventCounts",
        "The most frequent values of one field.",
        [
            .init("items", .list(of: .named("EventCount"))) { table in
                .array(table.facets.flatMap(\.counts).map(ResponseSchema<FacetCount>.facetCount.json))
            },
            .init("total", Schema.count.with("description", "The number of events, whatever their value.")) {
                .init($0.total)
            },
            .init("complete", .countsAreComplete) { .bool($0.isComplete) },
            .init("next_cursor", Schema(["type": "null"]).with("description", "There is one page.")) { _ in .null },
        ],
        uses: [ResponseSchema<FacetCount>.facetCount.named]
    )
}

extension Schema {
    static let countsAreComplete = Schema.bool.with("description", "False when there were too many rows to count all.")
}

extension ResponseSchema where Value == EventHistogram.Column {
    static let histogramColumn = ResponseSchema(
        "EventHistogramColumn",
        "One interval of time.",
        [
            .init("start", .dateTime) { .init($0.start) },
            .init("counts", countsSchema) { column in
                .object(JSONObject(Outcome.allCases.map { ($0.rawValue, .init(column.counts[$0] ?? 0)) }))
            },
        ]
    )

    private static let countsSchema = Schema.object(
        Outcome.allCases.map { ($0.rawValue, .count) },
        required: Outcome.allCases.map(\.rawValue)
    )
}

extension ResponseSchema where Value == EventHistogram {
    static let histogram = ResponseSchema(
        "EventHistogram",
        "Events over time, by outcome.",
        [
            .init("span_seconds", .count) { .integer($0.span.components.seconds) },
            .init("total", .count) { .init($0.total) },
            .init("complete", .countsAreComplete) { .bool($0.isComplete) },
            .init("columns", .list(of: .named("EventHistogramColumn"))) { histogram in
                .array(histogram.columns.map(ResponseSchema<EventHistogram.Column>.histogramColumn.json))
            },
        ],
        uses: [ResponseSchema<EventHistogram.Column>.histogramColumn.named]
    )
}
