import HTTPTypes
import StrictJSON
import UseCases
import WebCore

extension APIOperation {
    static let eventStreamOperations: [APIOperation] = [
        APIOperation(
            id: "tailEvents",
            tag: .events,
            summary: "Follows events as they arrive",
            details: """
                A stream of server-sent events: `auth-event` has an event as JSON, and its reference as id; `dropped` says how many events \
                were left out, and why; `end` is the last one and says why the stream ends. A client that reconnects with `Last-Event-ID` \
                gets what it missed.
                """,
            query: EventInputs.tail.descriptions,
            headers: [
                InputDescription("Last-Event-ID", .text, "The id of the last event that the client got.")
            ],
            answers: [
                Answer(
                    status: .ok,
                    summary: "The stream.",
                    schema: NamedSchema(name: "EventStream", schema: .text),
                    mediaType: "text/event-stream"
                )
            ]
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
