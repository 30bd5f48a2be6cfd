import Domain
import StrictJSON
import WebCore

extension ResponseSchema where Value == QueryCandidate {
    static let candidate = ResponseSchema(
        "QueryCandidate",
        "A text that can replace the word.",
        [
            .init("kind", .oneOf(["field", "value", "comparison", "connective"])) { .string($0.kind.name) },
            .init("text", Schema.text.example("keychain.locked")) { .string($0.text) },
            .init("count", countSchema) { candidate in candidate.count.map { .init($0) } ?? .null },
        ]
    )

    private static let countSchema = Schema.count.nullable
        .with("description", "The number of events with this value in the last 30 days, when it is known.")
}

extension ResponseSchema where Value == QueryCompletion {
    static let completion = ResponseSchema(
        "QueryCompletion",
        "What can replace the word at the cursor.",
        [
            .init("start", Schema.count.with("description", "The first byte of the word, in UTF-8.")) {
                .init($0.word.lowerBound)
            },
            .init("end", Schema.count.with("description", "The byte after the word.")) { .init($0.word.upperBound) },
            .init("items", .list(of: .named("QueryCandidate"), maximum: QueryLimits.candidates)) { completion in
                .array(completion.candidates.map(ResponseSchema<QueryCandidate>.candidate.json))
            },
        ],
        uses: [ResponseSchema<QueryCandidate>.candidate.named]
    )
}

extension QueryCandidate.Kind {
    fileprivate var name: String {
        switch self {
        case .field: "field"
        case .value: "value"
        case .comparison: "comparison"
        case .connective: "connective"
        }
    }
}
