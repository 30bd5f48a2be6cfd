import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == EventError.Cause {
    static let eventCause = ResponseSchema(
        "EventCause",
        "An error that lies beneath another.",
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
        "An error as the client saw it, with what lies beneath, the outermost first.",
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

extension ResponseSchema where Value == Event {
    static let event = ResponseSchema(
        "Event",
        "One record about an attempt to get or keep a session.",
        [
            .init("reference", referenceSchema) { .string($0.reference.description) },
            .init("id", .uuid) { .init($0.content.id) },
            .init("occurred_at", .moment) { .init($0.content.occurredAt) },
            .init("received_at", .moment) { .init($0.receivedAt) },
            .init("clock_correction_ms", clockSchema) { .integer($0.clockCorrection.wholeMilliseconds) },
            .init("source", .oneOf(EventSource.self)) { .string($0.content.source.rawValue) },
            .init("stage", .oneOf(Stage.self)) { .string($0.content.stage.rawValue) },
            .init("outcome", .oneOf(Outcome.self)) { .string($0.content.outcome.rawValue) },
            .init("code", Schema.text.nullable.example("keychain_unavailable")) { .init($0.code) },
            .init("name", Schema.text.nullable) { .init($0.content.name) },
            .init("provider", Schema.text.nullable.example("apple")) { .init($0.content.provider) },
            .init("error", Schema.named("EventError").nullable) { event in
                event.content.error.map(ResponseSchema<EventError>.eventError.json) ?? .null
            },
            .init("attempt", Schema.traceID.nullable) { .init($0.content.attempt?.description) },
            .init("app_version", Schema.text.nullable.example("2.4.0")) { .init($0.content.appVersion) },
            .init("environment", Schema.text.nullable.example("production")) { .init($0.content.environment) },
            .init("platform", Schema.text.nullable.example("ios")) { .init($0.content.platform) },
            .init("os_version", Schema.text.nullable.example("18.2")) { .init($0.content.osVersion) },
            .init("device_model", Schema.text.nullable.example("iPhone16,1")) { .init($0.content.deviceModel) },
            .init("user", Schema.text.nullable) { .init($0.content.user) },
            .init("session", Schema.text.nullable) { .init($0.content.session) },
            .init("network", Schema.text.nullable.example("wifi")) { .init($0.content.network) },
            .init("attributes", attributesSchema) {
                .object(JSONObject($0.content.attributes.map { ($0.name, .init($0.value)) }))
            },
        ],
        uses: [ResponseSchema<EventError>.eventError.named]
    )

    private static let referenceSchema = Schema.text
        .example("1795251600000-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907")
        .with("description", "Names the event in the path of a request.")
    private static let clockSchema = Schema(["type": "integer"])
        .with("description", "What was added to the client's clock to get `occurred_at`.")
    private static let attributesSchema = Schema(
        ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]]]
    ).with("description", "Everything else that came, by dotted names.")
}

extension JSONValue {
    fileprivate init(_ value: EventAttribute.Value) {
        self =
            switch value {
            case .text(let text): .string(text)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .truth(let truth): .bool(truth)
            }
    }
}
