import HTTPTypes
import StrictJSON
import WebCore

extension APIOperation {
    static let eventStreamOperations: [APIOperation] = [
        APIOperation(
            id: "tailEvents",
            tag: .events,
            summary: "Follows events as they arrive",
            details: """
                A stream of server-sent events: `start` is the first one, and its id is the place from which the stream goes on; `auth-event` \
                has an event as JSON, and its reference as id; `dropped` says how many events were left out, and why; `end` is the last one \
                and says why the stream ends. A client that reconnects with the last id, in `Last-Event-ID` or in `after`, gets what it \
                missed. A comment comes every 15 seconds while there is nothing to send.
                """,
            query: EventInputs.tail.descriptions,
            headers: [
                InputDescription(
                    .lastEventID,
                    .text,
                    "The id of the last message that the client got; it comes before `after`. A text that is no reference is ignored."
                )
            ],
            answers: [Answer(status: .ok, summary: "The stream.", schema: .tailMessage, mediaType: "text/event-stream")]
        ),
        APIOperation(
            id: "exportEvents",
            tag: .events,
            summary: "Exports events, newest first",
            details: """
                A line of JSON for each event, or comma-separated values with a line of names. A response that breaks off is continued with \
                `after`, the reference of the last whole line, and the same query; then there is no line of names. Each export has an entry \
                in the audit log.
                """,
            query: EventInputs.exportDescriptions,
            answers: [
                Answer(
                    status: .ok,
                    summary: "The events.",
                    schema: NamedSchema(
                        name: "ExportedEvents",
                        schema: Schema.text.with("description", "One `Event` as JSON on each line.")
                    ),
                    mediaType: "application/x-ndjson",
                    binaryMediaType: "text/csv"
                )
            ]
        ),
    ]
}

extension NamedSchema {
    /// OpenAPI 3.1 has no schema for a stream as a whole; that of `text/event-stream` describes each message.
    fileprivate static let tailMessage = NamedSchema(
        name: "EventStreamMessage",
        schema: Schema.object(
            [
                ("event", .oneOf(["start", "auth-event", "dropped", "end"])),
                (
                    "data",
                    Schema.text.with("contentMediaType", "application/json").with(
                        "description",
                        "JSON: an empty object at the start; an `Event`; `count` and `reason` of what was dropped; the `reason` of the end."
                    )
                ),
                ("id", Schema.text.with("description", "The place to go on from: the reference of the newest event.")),
                ("retry", Schema.count.with("description", "Milliseconds until the client reconnects.")),
            ],
            required: ["event", "data"]
        ).with("description", "A message of a tail, its fields as in the stream (HTML Living Standard §9.2).")
    )
}
