import Domain
import StrictJSON
import UseCases
import WebCore

extension Schema {
    /// A part of a whole.
    fileprivate static let part = Schema(["type": "number", "minimum": 0, "maximum": 1]).example(0.984)
}

extension JSONValue {
    /// Four digits are more than a rate of a million results has.
    fileprivate init(part: Double?) {
        self = part.map { .number(($0 * 10_000).rounded() / 10_000) } ?? .null
    }
}

extension ResponseSchema where Value == SuccessRate {
    static let successRate = ResponseSchema(
        "SuccessRate",
        "The successes among results; cancelled, rejected and skipped steps are no results. `lower` and `upper` are the Wilson interval with a confidence of 95 %.",
        [
            .init("successes", .count) { .init($0.successes) },
            .init("results", .count) { .init($0.results) },
            .init("rate", Schema.part.nullable) { .init(part: $0.value) },
            .init("lower", Schema.part.nullable) { .init(part: $0.interval?.lowerBound) },
            .init("upper", Schema.part.nullable) { .init(part: $0.interval?.upperBound) },
        ]
    )
}

extension ResponseSchema where Value == ReleaseSummary {
    static let release = ResponseSchema(
        "Release",
        "A release of the app, with what was counted of it in the last seven days.",
        [
            .init("version", Schema.text.example("2.4.0")) { .string($0.record.version) },
            .init("first_seen_at", .dateTime) { .init($0.record.firstSeenAt) },
            .init("sign_ins", ResponseSchema<ReleasePart>.signIns("seven")) { .init($0.signIns) },
            .init("success", .named("SuccessRate")) { ResponseSchema<SuccessRate>.successRate.json($0.rate) },
            .init("share", Schema.part.nullable.with("description", "The part of the results of all releases.")) {
                .init(part: $0.share)
            },
            .init("runs", runsSchema) { release in
                .object(JSONObject(AppRunOutcome.allCases.map { ($0.rawValue, .init(release.runs[$0] ?? 0)) }))
            },
            .init(
                "installations",
                Schema.count.nullable.with("description", "With runs on the day before, in UTC. Null without runs.")
            ) { $0.installations.map { .init($0) } ?? .null },
            .init("adoption", Schema.part.nullable.with("description", "The part of all installations of that day.")) {
                .init(part: $0.adoption)
            },
        ],
        uses: [ResponseSchema<SuccessRate>.successRate.named]
    )

    private static let runsSchema = Schema.object(
        AppRunOutcome.allCases.map { ($0.rawValue, .count) },
        required: AppRunOutcome.allCases.map(\.rawValue)
    )
}

extension ResponseSchema where Value == SuccessRate {
    fileprivate static func json(_ rate: SuccessRate?) -> JSONValue { rate.map(successRate.json) ?? .null }

    fileprivate static func optional(_ description: JSONValue) -> Schema {
        Schema(["description": description, "anyOf": [["$ref": "#/components/schemas/SuccessRate"], ["type": "null"]]])
    }
}

extension ResponseSchema where Value == ReleasePart {
    private typealias Rate = ResponseSchema<SuccessRate>

    static let releasePart = ResponseSchema(
        "ReleasePart",
        "The events of a release with one build, or one version of the system; null for events without it.",
        [
            .init("value", Schema.text.nullable.example("18.2")) { .init($0.outcomes.value) },
            .init("events", Schema.count.with("description", "Of the last 30 days.")) { .init($0.outcomes.events) },
            .init("sign_ins", signIns("30")) { .init($0.outcomes.signIns) },
            .init("success", .named("SuccessRate")) { Rate.successRate.json($0.outcomes.rate) },
            .init("first_success", Rate.optional("In the first hours of the release.")) { Rate.json($0.rate) },
            .init(
                "previous_first_success",
                Rate.optional("Of the release before at the same age: on the same system, and for a build as a whole.")
            ) { Rate.json($0.previousRate) },
            .init("comparison", Schema.oneOf(SuccessRate.Comparison.self)) { .string($0.comparison.rawValue) },
        ],
        uses: [Rate.successRate.named]
    )

    fileprivate static func signIns(_ days: String) -> Schema {
        Schema.count.with(
            "description",
            .string("The token exchanges that the app reported in the last \(days) days, whatever came of them.")
        )
    }
}

extension ResponseSchema where Value == ReleaseCodes.Count {
    static let releaseCode = ResponseSchema(
        "ReleaseCode",
        "A code and the number of its events.",
        [
            .init("code", Schema.text.example("keychain.locked")) { .string($0.code) },
            .init("events", .count) { .init($0.count) },
        ]
    )
}

extension ResponseSchema where Value == ReleaseHealth {
    static let releaseHealth = ResponseSchema(
        "ReleaseHealth",
        "A release beside the one before, at the same age.",
        [
            .init("release", .named("Release")) { ResponseSchema<ReleaseSummary>.release.json($0.summary) },
            .init("people_affected", Schema.count.with("description", "By failures of the last seven days.")) {
                .init($0.users.affected)
            },
            .init(
                "people_still_out",
                Schema.count.with("description", "Those who had no success since their last event of one of them.")
            ) { .init($0.users.stillOut) },
            .init(
                "people_complete",
                Schema.bool.with("description", "False when both numbers of people are lower bounds.")
            ) { .bool($0.users.isComplete) },
            .init("people_estimated", AffectedUsers.estimatedSchema) { .bool($0.users.isEstimated) },
            .init("previous", Schema.text.nullable.example("2.3.1")) { .init($0.previous?.version) },
            .init("compared_hours", Schema.count.with("description", "The first hours of both that are compared.")) {
                .init($0.age.hours)
            },
            .init("success", .named("SuccessRate")) { ResponseSchema<SuccessRate>.successRate.json($0.rate) },
            .init("previous_success", ResponseSchema<SuccessRate>.optional("Null without a release to compare with.")) {
                ResponseSchema<SuccessRate>.json($0.previousRate)
            },
            .init("comparison", Schema.oneOf(SuccessRate.Comparison.self)) { .string($0.comparison.rawValue) },
            .init("builds", .list(of: .named("ReleasePart"))) {
                .array($0.builds.parts.map(ResponseSchema<ReleasePart>.releasePart.json))
            },
            .init("builds_complete", leftOut("builds")) { .bool($0.builds.isComplete) },
            .init("systems", .list(of: .named("ReleasePart"))) {
                .array($0.systems.parts.map(ResponseSchema<ReleasePart>.releasePart.json))
            },
            .init("systems_complete", leftOut("systems")) { .bool($0.systems.isComplete) },
            .init("new_codes", .list(of: .named("ReleaseCode"))) {
                .array($0.codes.new.map(ResponseSchema<ReleaseCodes.Count>.releaseCode.json))
            },
            .init("gone_codes", .list(of: .named("ReleaseCode"))) {
                .array($0.codes.gone.map(ResponseSchema<ReleaseCodes.Count>.releaseCode.json))
            },
        ],
        uses: [
            ResponseSchema<ReleaseSummary>.release.named, ResponseSchema<SuccessRate>.successRate.named,
            ResponseSchema<ReleasePart>.releasePart.named, ResponseSchema<ReleaseCodes.Count>.releaseCode.named,
        ]
    )

    private static func leftOut(_ parts: String) -> Schema {
        Schema.bool.with("description", .string("False when \(parts) with fewer events are left out."))
    }
}
