import Domain
import UseCases
import WebCore

/// The fields of requests about events.
enum EventInputs {
    static let defaultRange = Duration.hours(24)

    static let from = Input.moment("from", "From this time. Without it, 24 hours before `to`.")
    static let to = Input.moment("to", "Before this time. Without it, now.")
    static let source: Input<EventSource?> = .optionalOneOf("source", "Only the client's half, or only the server's.")
    static let stage: Input<Stage?> = .optionalOneOf("stage", "Only this stage of an attempt.")
    static let outcome: Input<Outcome?> = .optionalOneOf("outcome", "Only what ended this way.")
    static let code = text("code", "Only this canonical code.")
    static let provider = text("provider", "Only this way of signing in.")
    static let platform = text("platform", "Only this platform.")
    static let appVersion = text("app_version", "Only this version of the app.")
    static let osVersion = text("os_version", "Only this version of the system.")
    static let deviceModel = text("device_model", "Only this model of device.")
    static let environment = text("environment", "Only this environment.")
    static let user = text("user", "Only of this user.")
    static let session = text("session", "Only of this session.")
    static let attempt: Input<TraceID?> = .optionalValue(
        "attempt",
        "Only of this attempt.",
        .traceID,
        orElse: "Write a trace id: 32 hexadecimal digits."
    )
    static let message = text("text", "Found in the message of the error, in any case.")

    static let query = [
        from.description, to.description, source.description, stage.description, outcome.description, code.description,
        provider.description, platform.description, appVersion.description, osVersion.description,
        deviceModel.description,
        environment.description, user.description, session.description, attempt.description, message.description,
    ]

    static let facet: Input<EventFacet?> = .oneOf("by", "What to count by.")
    static let countLimit = Input.optionalInteger("limit", "How many values at most; 20 without it.", in: 1...200)

    static func query(_ fields: inout Fields, now: Timestamp) -> EventQuery {
        let end = fields.read(to) ?? now
        let start = fields.read(from) ?? end - defaultRange
        if start >= end {
            fields.record("from", .malformed("This must be before “to”."))
        } else if end.since(start) > EventQuery.maximumRange {
            fields.record(
                "from",
                .malformed("Ask for at most \(EventQuery.maximumRange.components.seconds / 86_400) days at once.")
            )
        }
        var query = EventQuery(from: start, to: end)
        query.source = fields.read(source)
        query.stage = fields.read(stage)
        query.outcome = fields.read(outcome)
        query.code = fields.read(code)
        query.provider = fields.read(provider)
        query.platform = fields.read(platform)
        query.appVersion = fields.read(appVersion)
        query.osVersion = fields.read(osVersion)
        query.deviceModel = fields.read(deviceModel)
        query.environment = fields.read(environment)
        query.user = fields.read(user)
        query.session = fields.read(session)
        query.attempt = fields.read(attempt)
        query.text = fields.read(message)
        return query
    }

    private static func text(_ name: String, _ summary: String) -> Input<String?> {
        .optionalText(name, summary, minimum: 1, maximum: EventQuery.textMaximumLength)
    }
}
