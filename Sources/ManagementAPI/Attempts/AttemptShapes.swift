import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == AttemptEnding {
    static let attemptEnding = ResponseSchema(
        "AttemptEnding",
        "How an attempt ended, for the user. `unconfirmed`: the server did its part, and the app has not said that it knows. `timed_out`: the app began, and its next step did not come within five minutes.",
        [
            .init("result", .oneOf(AttemptEnding.Kind.self)) { .string($0.kind.rawValue) },
            .init("stage", Schema.oneOf(Stage.self).nullable) { .init($0.stage?.rawValue) },
            .init("code", Schema.text.nullable.example("keychain.locked")) { .init($0.code) },
            .init("broken_event", brokenSchema) { .init($0.broken?.description) },
        ]
    )

    private static let brokenSchema = Schema.text.nullable
        .with("description", "The reference of the first step that broke and was not made good.")
}

extension ResponseSchema where Value == AttemptSummary {
    static let attemptSummary = ResponseSchema(
        "AttemptSummary",
        "One try to get or keep a session.",
        [
            .init("id", .traceID) { .string($0.attempt.description) },
            .init("started_at", .dateTime) { .init($0.startedAt) },
            .init("span_ms", .count) { .init($0.span) },
            .init("ending", .named("AttemptEnding")) { ResponseSchema<AttemptEnding>.attemptEnding.json($0.ending) },
            .init("never_arrived", .neverArrived) { .init($0.neverArrived?.rawValue) },
            .init("parties", .list(of: .oneOf(TimelineLane.self))) {
                .array($0.lanes.map { .string($0.rawValue) })
            },
            .init("missing", .list(of: .oneOf(TimelineGap.Kind.self))) {
                .array($0.missing.map { .string($0.rawValue) })
            },
            .init("user", Schema.text.nullable) { .init($0.user) },
            .init("provider", Schema.text.nullable.example("apple")) { .init($0.provider) },
            .init("app_version", Schema.text.nullable.example("2.4.0")) { .init($0.appVersion) },
            .init("os_version", Schema.text.nullable.example("18.2")) { .init($0.osVersion) },
            .init("device_model", Schema.text.nullable.example("iPhone16,1")) { .init($0.deviceModel) },
            .init("events", .count) { .init($0.events) },
            .init("partial", partialSchema) { .bool($0.isPartial) },
        ],
        uses: [ResponseSchema<AttemptEnding>.attemptEnding.named]
    )

    private static let partialSchema = Schema.bool
        .with("description", "True when it has more events than were read for the list: the latest were.")
}

extension ResponseSchema where Value == AttemptSession {
    static let attemptSession = ResponseSchema(
        "AttemptSession",
        "The session that came of an attempt, with the state of its refresh tokens.",
        [
            .init("id", .uuid) { .init($0.session.id) },
            .init("user_id", .uuid) { .init($0.session.user) },
            .init("kind", .oneOf(Session.Kind.self)) { .string($0.session.kind.rawValue) },
            .init("created_at", .dateTime) { .init($0.session.createdAt) },
            .init("last_seen_at", .dateTime) { .init($0.session.lastSeenAt) },
            .init("expires_at", .dateTime) { .init($0.session.expiresAt) },
            .init("ended_at", Schema.dateTime.nullable) { .init($0.session.endedAt) },
            .init("end_reason", Schema.oneOf(Session.EndReason.self).nullable) {
                .init($0.session.endReason?.rawValue)
            },
            .init("refresh_generation", generationSchema) { session in
                session.refresh.map { .integer($0.generation) } ?? .null
            },
            .init("refreshed_at", Schema.dateTime.nullable) { .init($0.refresh?.rotatedAt) },
            .init("unused", Schema.bool.with("description", "True when the app has never come back with it.")) {
                .bool($0.isUnused)
            },
        ]
    )

    private static let generationSchema = Schema.count.nullable
        .with("description", "How many refresh tokens it has had; null for a session without any.")
}

extension ResponseSchema where Value == AttemptVerdict {
    static let attemptVerdict = ResponseSchema(
        "AttemptVerdict",
        "Who can remove the cause of the attempt's end, by all evidence of it, and why.",
        [
            .init("conclusion", .oneOf(AttemptVerdict.Conclusion.Kind.self)) {
                .string($0.conclusion.kind.rawValue)
            },
            .init("fault", Schema.oneOf(CauseFault.self).nullable) { .init($0.fault?.rawValue) },
            .init("unclear_because", Schema.oneOf(AttemptVerdict.Doubt.self).nullable) { .init($0.doubt?.rawValue) },
            .init("evidence", evidenceSchema) {
                .array($0.evidence.map(ResponseSchema<AttemptVerdict.Evidence>.attemptEvidence.json))
            },
        ],
        uses: [ResponseSchema<AttemptVerdict.Evidence>.attemptEvidence.named]
    )

    private static let evidenceSchema = Schema.list(of: .named("AttemptEvidence"))
        .with("description", "The facts that the conclusion rests on, the strongest first.")
}

extension ResponseSchema where Value == AttemptVerdict.Evidence {
    static let attemptEvidence = ResponseSchema(
        "AttemptEvidence",
        "A fact that a verdict rests on.",
        [
            .init("kind", .oneOf(AttemptVerdict.Evidence.Kind.self)) { .string($0.kind.rawValue) },
            .init("event", Schema.text.nullable.with("description", "The reference of the event that tells of it.")) {
                .init($0.event?.description)
            },
            .init("code", Schema.text.nullable.example("keychain.locked")) { .init($0.code) },
            .init("reason", reasonSchema) { .init($0.reason) },
            .init("count", Schema.count.nullable.with("description", "How many there are, or have the code.")) {
                $0.count.map { .init($0) } ?? .null
            },
            .init("total", Schema.count.nullable.with("description", "The results among which they are.")) {
                $0.total.map { .init($0) } ?? .null
            },
        ]
    )

    private static let reasonSchema = Schema.text.nullable.example("other_tenant")
        .with("description", "What the server recorded beside the code, or why a session ended.")
}

extension ResponseSchema where Value == AttemptDetails {
    static let attempt = ResponseSchema(
        "Attempt",
        "One try to get or keep a session: what each party says of it, in one order.",
        [
            .init("id", .traceID) { .string($0.timeline.attempt.description) },
            .init("started_at", Schema.dateTime.nullable) { .init($0.timeline.startedAt) },
            .init("span_ms", .count) { .init($0.timeline.span) },
            .init("ending", .named("AttemptEnding")) {
                ResponseSchema<AttemptEnding>.attemptEnding.json($0.timeline.ending)
            },
            .init("parties", .list(of: .oneOf(TimelineLane.self))) {
                .array($0.timeline.lanes.map { .string($0.rawValue) })
            },
            .init("never_arrived", .neverArrived) { .init($0.timeline.neverArrived?.rawValue) },
            .init("clock_offset_ms", offsetSchema) { .integer($0.timeline.clock.offset.wholeMilliseconds) },
            .init("clock_uncertainty_ms", uncertaintySchema) { .init($0.timeline.clock.uncertainty) },
            .init("left_out", leftOutSchema) { .init($0.timeline.leftOut) },
            .init("steps", .list(of: .named("AttemptStep"))) {
                .array($0.timeline.steps.map(ResponseSchema<TimelineStep>.attemptStep.json))
            },
            .init("gaps", .list(of: .named("AttemptGap"))) {
                .array($0.timeline.gaps.map(ResponseSchema<TimelineGap>.attemptGap.json))
            },
            .init("findings", .list(of: .named("AttemptFinding"))) {
                .array($0.findings.map(ResponseSchema<AttemptFinding>.attemptFinding.json))
            },
            .init("verdict", .named("AttemptVerdict")) {
                ResponseSchema<AttemptVerdict>.attemptVerdict.json($0.verdict)
            },
            .init("session", Schema.named("AttemptSession").nullable) {
                $0.session.map(ResponseSchema<AttemptSession>.attemptSession.json) ?? .null
            },
            .init("earlier", neighbours("before this one, newest first")) {
                .array($0.earlier.map(ResponseSchema<AttemptSummary>.attemptSummary.json))
            },
            .init("later", neighbours("after this one, oldest first")) {
                .array($0.later.map(ResponseSchema<AttemptSummary>.attemptSummary.json))
            },
        ],
        uses: [
            ResponseSchema<AttemptEnding>.attemptEnding.named, ResponseSchema<TimelineStep>.attemptStep.named,
            ResponseSchema<TimelineGap>.attemptGap.named, ResponseSchema<AttemptFinding>.attemptFinding.named,
            ResponseSchema<AttemptVerdict>.attemptVerdict.named, ResponseSchema<AttemptSession>.attemptSession.named,
            ResponseSchema<AttemptSummary>.attemptSummary.named,
        ]
    )

    private static let offsetSchema = Schema(["type": "integer"])
        .with(
            "description",
            "What was added to the times of the phone, because its requests contradict the server's times."
        )
    private static let uncertaintySchema = Schema.count.nullable
        .with(
            "description",
            "How far the offset may be wrong; null when nothing was added, or only one bound is known."
        )
    private static let leftOutSchema = Schema.count
        .with("description", "The number of events in the middle that are left out, because there are too many.")

    private static func neighbours(_ place: String) -> Schema {
        Schema.list(of: .named("AttemptSummary"), maximum: AttemptReading.neighbours)
            .with("description", .string("Attempts of the same installation that ended \(place)."))
    }
}

extension Schema {
    fileprivate static let neverArrived = oneOf(NeverArrived.self).nullable
        .with("description", "Why no server saw the attempt; null when one did, or when it may still come.")
}
