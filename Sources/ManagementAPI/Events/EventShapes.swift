import Domain
import StrictJSON
import WebCore

extension ResponseSchema where Value == EventError.Cause {
    static let eventCause = ResponseSchema(
        "EventCause",
        "An underlying error.",
        [
            .init("domain", Schema.text.example("NSOSStatusErrorDomain")) { .string($0.domain) },
            .init("code", Schema.text.example("-25308")) { .string($0.code) },
            .init("message", Schema.text.nullable) { .init($0.message) },
        ]
    )
}

extension ResponseSchema where Value == EventError {
    static let eventError = ResponseSchema(
        "EventError",
        "An error as the client saw it, with its underlying errors, the outermost first.",
        [
            .init("domain", Schema.text.example("NSOSStatusErrorDomain")) { .string($0.domain) },
            .init("code", Schema.text.example("-25308")) { .string($0.code) },
            .init("message", Schema.text.nullable) { .init($0.message) },
            .init("chain", .list(of: .named("EventCause"))) {
                .array($0.chain.map(ResponseSchema<EventError.Cause>.eventCause.json))
            },
        ],
        uses: [ResponseSchema<EventError.Cause>.eventCause.named]
    )
}

extension ResponseSchema where Value == StoredEvent {
    static let event = ResponseSchema(
        "Event",
        "One record about an attempt to get or keep a session.",
        [
            .init("reference", referenceSchema) { .string($0.reference.description) },
            .init("id", .uuid) { .init($0.content.id) },
            .init("occurred_at", .dateTime) { .init($0.content.occurredAt) },
            .init("received_at", .dateTime) { .init($0.receivedAt) },
            .init("clock_correction_ms", clockSchema) { .integer($0.clockCorrection.wholeMilliseconds) },
        ] + EventDimension.allCases.prefix { $0 != .appVersion }.map(member) + [
            .init("error", Schema.named("EventError").nullable) { event in
                event.content.error.map(ResponseSchema<EventError>.eventError.json) ?? .null
            },
            member(of: .attempt),
        ] + EventDimension.allCases.drop { $0 != .appVersion }.filter { $0 != .attempt }.map(member) + [
            .init("user_claimed", claimSchema) { .bool($0.isUserClaimed) },
            .init("attributes", attributesSchema) {
                .object(JSONObject($0.content.attributes.map { ($0.name, .init($0.value)) }))
            },
        ],
        uses: [ResponseSchema<EventError>.eventError.named]
    )

    private static func member(of dimension: EventDimension) -> Member {
        if dimension == .duration {
            return Member(dimension.name, schema(of: dimension)) { event in
                event.content.duration.map { .integer($0.wholeMilliseconds) } ?? .null
            }
        }
        return Member(dimension.name, schema(of: dimension)) { .init($0[dimension]) }
    }

    private static func schema(of dimension: EventDimension) -> Schema {
        switch dimension.definition.values {
        case .choice(let words): return .oneOf(words)
        case .traceID: return .traceID.nullable
        case .milliseconds: return Schema(["type": "integer", "minimum": 0]).nullable
        case .text, .cause:
            let text = Schema.text.nullable
            return dimension.definition.example.map { text.example(.string($0)) } ?? text
        }
    }

    private static let referenceSchema = Schema.text
        .example("1795251600000-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907")
        .with("description", "Identifies the event in the path of a request.")
    private static let clockSchema = Schema(["type": "integer"])
        .with("description", "The correction that was added to the client's clock to get `occurred_at`.")
    private static let claimSchema = Schema.bool.with(
        "description",
        "True when only the client says whose event it is: no successful step that the server recorded in the same session or attempt names the same user."
    )
    private static let attributesSchema = Schema(
        ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]]]
    ).with("description", "All other attributes, by dotted names.")
}

extension JSONValue {
    fileprivate init(_ value: EventAttribute.Value) {
        self =
            switch value {
            case .text(let text): .string(text)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .bool(let bool): .bool(bool)
            }
    }
}
