import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == ItemOutcomes.Row {
    static let itemOutcome = ResponseSchema(
        "ItemOutcome",
        "A number of items of one span of time with the same outcome.",
        [
            .init("start", .dateTime) { .init($0.start) },
            .init("key_id", keySchema) { row in
                row.key.map { .init($0) } ?? .null
            },
            .init("category", .oneOf(ItemCategory.allCases.map(\.rawValue))) { .string($0.items.category.rawValue) },
            .init("outcome", .oneOf(ItemOutcome.allCases.map(\.rawValue))) { .string($0.items.outcome.rawValue) },
            .init("reason", reasonSchema) { .string($0.items.reason) },
            .init("count", .count) { .init($0.items.count) },
        ]
    )

    private static let keySchema = Schema.uuid.nullable
        .with("description", "The ingest key that sent the items; null for what the server itself recorded.")
    private static let reasonSchema = Schema.text.example("rate")
        .with(
            "description",
            "Why; empty when the outcome says it all. A delivery that could not be decoded is one item of the category `other`."
        )
}

extension ResponseSchema where Value == ItemOutcomes {
    static let itemOutcomes = ResponseSchema(
        "ItemOutcomes",
        "What became of the items of telemetry that arrived. `received` is the sum of all outcomes but `lost`, which clients report of items that they discarded.",
        [
            .init("span_seconds", .count) { .integer($0.span.components.seconds) },
            .init("received", .count) { .init($0.received) },
            .init("totals", totalsSchema) { outcomes in
                .object(JSONObject(ItemOutcome.allCases.map { ($0.rawValue, .init(outcomes.totals[$0] ?? 0)) }))
            },
            .init("complete", Schema.bool.with("description", "False when `items` leaves out the earliest rows.")) {
                .bool($0.isComplete)
            },
            .init("items", .list(of: .named("ItemOutcome"))) { outcomes in
                .array(outcomes.rows.map(ResponseSchema<ItemOutcomes.Row>.itemOutcome.json))
            },
        ],
        uses: [ResponseSchema<ItemOutcomes.Row>.itemOutcome.named]
    )

    private static let totalsSchema = Schema.object(
        ItemOutcome.allCases.map { ($0.rawValue, .count) },
        required: ItemOutcome.allCases.map(\.rawValue)
    )
}
