import Domain
import StrictJSON
import WebCore

extension ResponseSchema where Value == TimelineStep {
    static let attemptStep = ResponseSchema(
        "AttemptStep",
        "One event on the time line of an attempt.",
        [
            .init("at", Schema.dateTime.with("description", "By the server's clock, as far as it is known.")) {
                .init($0.at)
            },
            .init("offset_ms", offsetSchema) { .integer($0.offset.wholeMilliseconds) },
            .init("party", .oneOf(TimelineLane.self)) { .string($0.lane.rawValue) },
            .init("joined_by", reasonSchema) { .string($0.join.reason.rawValue) },
            .init("confidence", .oneOf(JoinConfidence.self)) { .string($0.join.confidence.rawValue) },
            .init("usual_ms", usualSchema) { .init($0.usual?.median) },
            .init("usual_slow_ms", slowSchema) { .init($0.usual?.slow) },
            .init("slow", Schema.bool.with("description", "True when it took longer than `usual_slow_ms`.")) {
                .bool($0.isSlow)
            },
            .init("event", .named("Event")) { ResponseSchema<StoredEvent>.event.json($0.event) },
        ],
        uses: [ResponseSchema<StoredEvent>.event.named]
    )

    private static let offsetSchema = Schema(["type": "integer"])
        .with("description", "Milliseconds since the first step.")
    private static let reasonSchema = Schema.oneOf(EventJoin.Reason.self)
        .with("description", "What the event has in common with the attempt.")
    private static let usualSchema = Schema.count.nullable
        .with("description", "The median of recent successes of this kind; null with too few of them.")
    private static let slowSchema = Schema.count.nullable
        .with("description", "The 95th percentile of recent successes of this kind.")
}

extension ResponseSchema where Value == TimelineGap {
    static let attemptGap = ResponseSchema(
        "AttemptGap",
        "What the time line of an attempt should have and does not, or a long pause.",
        [
            .init("kind", .oneOf(TimelineGap.Kind.self)) { .string($0.kind.rawValue) },
            .init("party", Schema.oneOf(TimelineLane.self).nullable) { .init($0.lane?.rawValue) },
            .init("stage", Schema.oneOf(Stage.self).nullable) { .init($0.stage?.rawValue) },
            .init("after", Schema.count.with("description", "The number of the step before it, counted from 0.")) {
                .init($0.after)
            },
            .init("span_ms", Schema.count.nullable.with("description", "Of a pause.")) { .init($0.span) },
            .init("count", Schema.count.nullable.with("description", "The number of events that are left out.")) {
                $0.count.map { .init($0) } ?? .null
            },
        ]
    )
}

extension ResponseSchema where Value == AttemptFinding {
    static let attemptFinding = ResponseSchema(
        "AttemptFinding",
        "A contradiction between the parties of an attempt.",
        [
            .init("code", Schema.text.example("inc.server_ok_client_fail")) { .string($0.code) },
            .init("event", Schema.text.with("description", "The reference of the event that decided.")) {
                .string($0.event.reference.description)
            },
        ]
    )
}

extension JSONValue {
    /// Whole milliseconds.
    init(_ span: Duration?) { self = span.map { .integer($0.wholeMilliseconds) } ?? .null }
}
