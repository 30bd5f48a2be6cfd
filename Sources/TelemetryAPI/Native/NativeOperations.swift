import Domain
import HTTPTypes
import Ingest
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == RejectedItem {
    static let rejectedEvent = ResponseSchema(
        "RejectedEvent",
        "An item of a delivery that is not a valid event. It is rejected again when it is sent again.",
        [
            .init("index", Schema.count.with("description", "The position in the delivery, from 0.")) {
                .init($0.index)
            },
            .init("id", Schema.text.nullable.with("description", "The id of the item, when it can be read.")) {
                .init($0.id)
            },
            .init("code", .oneOf(["invalid_json", "missing_field", "wrong_type", "too_large", "bad_value"])) {
                .string($0.code)
            },
            .init("message", Schema.text.example("events[0].outcome is missing.")) { .string($0.message) },
        ]
    )
}

extension ResponseSchema where Value == EventIntake.Receipt {
    static let eventReceipt = ResponseSchema(
        "EventReceipt",
        "The result of a delivery. Every item is accepted, sampled, limited or rejected.",
        [
            .init(
                "accepted",
                Schema.count.with(
                    "description",
                    "The number of items that are stored, or were stored or counted before."
                )
            ) {
                .init($0.accepted)
            },
            .init(
                "duplicates",
                Schema.count.with(
                    "description",
                    "The number of accepted and sampled items that were stored or counted before."
                )
            ) {
                .init($0.duplicates)
            },
            .init(
                "sampled",
                Schema.count.with(
                    "description",
                    "The number of items that are counted and not stored, because too much arrives. Do not send them again."
                )
            ) {
                .init($0.sampled)
            },
            .init(
                "limited",
                Schema.count.with(
                    "description",
                    "The number of items that are not stored, because too much arrives: of the installation, or without a result."
                )
            ) {
                .init($0.limited)
            },
            .init("rejected", .list(of: .named("RejectedEvent"))) {
                .array($0.rejected.map(ResponseSchema<RejectedItem>.rejectedEvent.json))
            },
        ],
        uses: [ResponseSchema<RejectedItem>.rejectedEvent.named]
    )
}

extension APIOperation {
    package static let ingestOperations: [APIOperation] =
        [
            ingest("ingestEvents", "Takes events", details: words),
            ingest(
                "ingestAuthEvents",
                "Alias of `/ingest/v1/events`",
                details: "The path that the first clients use.",
                isDeprecated: true
            ),
        ] + otlpOperations + sentryOperations

    private static let words = """
        Answered when the delivery is on disk. Send it again when no answer came, or 429, or 5xx: an event that is there already counts \
        as accepted. An item that is no event is rejected alone. At most \(EventLimits.batchItems) events, \
        \(EventLimits.decompressedBytes / 1_048_576) MiB, or \(EventLimits.compressedBytes / 1_048_576) MiB with `Content-Encoding` \(encodings). \
        What the delivery says of all its events may be 8 MiB, times their number. \
        Tokens, addresses and the like are taken out before anything is kept. Pages of any origin may call it.
        """

    private static let encodings = ContentCoding.supported.map { "`\($0.rawValue)`" }.joined(separator: ", ")

    private static func ingest(
        _ id: String,
        _ summary: String,
        details: String,
        isDeprecated: Bool = false
    ) -> APIOperation {
        APIOperation(
            id: id,
            tag: .ingest,
            summary: summary,
            details: details,
            body: Body(contents: [
                .init(schema: .eventDelivery, example: IngestExample.delivery),
                .init(
                    mediaType: "application/x-ndjson",
                    schema: .eventLines,
                    example: .string(IngestExample.event.text + "\n")
                ),
            ]),
            answers: [
                Answer(
                    status: .ok,
                    summary: "The result of the delivery.",
                    schema: ResponseSchema<EventIntake.Receipt>.eventReceipt.named,
                    headers: InputDescription.acceptedDelivery
                )
            ],
            isDeprecated: isDeprecated
        )
    }
}

extension NamedSchema {
    fileprivate static let eventDelivery = NamedSchema(
        name: "EventDelivery",
        schema: Schema.object(
            [
                (
                    "sent_at",
                    dateTime(
                        "The client's clock when the delivery is sent; used to correct times of a clock that is clearly wrong."
                    )
                ),
                (
                    "resource",
                    Schema(["type": "object"]).with("description", "Default fields of all events of the delivery.")
                ),
                ("events", Schema.list(of: .named("NewEvent"), maximum: EventLimits.batchItems)),
            ],
            required: ["events"]
        ).with("additionalProperties", true),
        uses: [newEvent]
    )

    fileprivate static let eventLines = NamedSchema(
        name: "EventLines",
        schema: Schema.text.with("description", "One `NewEvent` as JSON on each line.")
    )

    private static let newEvent = NamedSchema(
        name: "NewEvent",
        schema: Schema.object(
            [
                ("id", id), ("time", dateTime("When it happened; by default `sent_at`, else the time of receipt.")),
                text(.name),
                (
                    "stage",
                    words(
                        "The step of the attempt: \(list(Stage.allCases.map(\.rawValue))). Another value is kept as an attribute.",
                        "session-store"
                    )
                ),
                ("outcome", Schema.oneOf(Outcome.self).with("description", "The outcome.")), ("error", error),
                ("trace_id", Schema.traceID.with("description", "The trace id of the attempt's requests.")),
            ] + EventDimension.texts.filter { $0 != .name }.map(text) + [
                (
                    "attributes",
                    Schema(["type": "object"]).with(
                        "description",
                        "All other attributes, at most \(EventLimits.attributes) values."
                    )
                )
            ],
            required: ["outcome"]
        ).with("additionalProperties", true).with(
            "description",
            "One record about an attempt. Longer texts are truncated, other fields are kept as attributes."
        ),
        uses: []
    )

    private static let id = Schema(["type": ["string", "integer"], "maxLength": 128, "minLength": 1])
        .example("0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907")
        .with(
            "description",
            """
            A UUID, or any text. With the same id and time the event is stored once; without a time, with the same id and \
            installation_id from the same key. Without an id one is made of the record, of what the delivery says beside its \
            events and, when the record has no time, of sent_at; without that too every delivery is stored, so send ids if \
            repeats are to be recognised.
            """
        )

    private static let error = Schema([
        "oneOf": [
            Schema.object(
                causeMembers + [
                    ("chain", Schema.list(of: cause).with("description", "The underlying errors, the outermost first."))
                ],
                required: []
            ).with("additionalProperties", true).json,
            Schema.text.with("description", "The message only.").json,
        ]
    ])
    private static let cause = Schema.object(causeMembers, required: []).with("additionalProperties", true)
    private static let causeMembers: [(name: String, schema: Schema)] = [
        ("domain", Schema.text.example("NSOSStatusErrorDomain")),
        ("code", Schema(["type": ["string", "number"]]).example(-25308)),
        ("message", Schema.text.example("The item could not be read.")),
    ]

    /// The member for a dimension, with the first of its names.
    private static func text(_ dimension: EventDimension) -> (name: String, schema: Schema) {
        let definition = dimension.definition
        return (
            definition.wireNames.native.first ?? definition.name,
            words(definition.summary, definition.sentExample ?? "")
        )
    }

    private static func words(_ summary: String, _ example: String) -> Schema {
        Schema(["type": ["string", "number"]]).example(.string(example)).with("description", .string(summary))
    }

    private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

    private static func dateTime(_ summary: String) -> Schema {
        Schema(["type": ["string", "number"]]).example("2026-11-21T09:05:00.120Z")
            .with(
                "description",
                .string("\(summary) RFC 3339, or a number of seconds, milliseconds or nanoseconds since 1970.")
            )
    }
}

private enum IngestExample {
    static let event: JSONValue = [
        "id": "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907", "time": "2026-11-21T09:04:58.120Z", "stage": "session-store",
        "outcome": "failed",
        "error": ["domain": "NSOSStatusErrorDomain", "code": -25308, "message": "The item could not be read."],
        "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736", "platform": "ios", "os_version": "18.2",
    ]
    static let delivery: JSONValue = [
        "sent_at": "2026-11-21T09:05:00.000Z", "resource": ["app_version": "2.4.0", "environment": "production"],
        "events": [event],
    ]
}
