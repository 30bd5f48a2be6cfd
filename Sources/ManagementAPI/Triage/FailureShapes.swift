import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == FailureSummary {
    static let failure = ResponseSchema(
        "Failure",
        "Events with one cause, with the numbers of a period.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("version", Schema.count.with("description", "Counts the changes; send it with the next one.")) {
                .init($0.triage.version)
            },
            .init("stage", .oneOf(Stage.self)) { .string($0.key.stage.rawValue) },
            .init("code", Schema.text.example("keychain.locked")) { .string($0.key.code) },
            .init("error_domain", Schema.text.nullable) { .init($0.key.root?.domain) },
            .init("error_code", Schema.text.nullable) { .init($0.key.root?.code) },
            .init("cause_domain", Schema.text.nullable) { .init($0.key.cause?.domain) },
            .init("cause_code", Schema.text.nullable) { .init($0.key.cause?.code) },
            .init("state", .oneOf(FailureState.Name.self)) { .string($0.triage.state.name.rawValue) },
            .init("state_detail", Schema.text.nullable.example("in_release 2.4.1")) { .init($0.triage.state.detail) },
            .init("state_since", Schema.dateTime.nullable) { .init($0.triage.since) },
            .init("assignee", Schema.uuid.nullable) { .init($0.triage.assignee?.description) },
            .init("first_seen", .dateTime) { .init($0.firstSeen) },
            .init("last_seen", Schema.dateTime.nullable) { .init($0.lastSeen) },
            .init("count", .count) { .init($0.count) },
            .init("people_affected", .count) { .init($0.users.affected) },
            .init("people_still_out", .count) { .init($0.users.stillOut) },
            .init(
                "people_complete",
                Schema.bool.with("description", "False when both numbers of people are lower bounds.")
            ) { .bool($0.users.isComplete) },
            .init("people_estimated", AffectedUsers.estimatedSchema) { .bool($0.users.isEstimated) },
            .init("columns", .list(of: .count)) { .array($0.columns.map { .init($0) }) },
        ]
    )
}

extension AffectedUsers {
    static let estimatedSchema = Schema.bool.with(
        "description",
        "True when both numbers of people are estimates from a sample, because there are very many: within 2 % of the people affected."
    )
}

extension ResponseSchema where Value == FailureDetail.Release {
    static let failureRelease = ResponseSchema(
        "FailureRelease",
        "The events of a failure in one release; null for events without one.",
        [
            .init("release", Schema.text.nullable) { .init($0.name) },
            .init("count", .count) { .init($0.count) },
        ]
    )
}

extension ResponseSchema where Value == FailureDetail {
    static let failureDetail = ResponseSchema(
        "FailureDetail",
        "A failure, its releases and its latest events.",
        ResponseSchema<FailureSummary>.failure.members { $0.summary } + [
            .init("releases", .list(of: .named("FailureRelease"))) {
                .array($0.releases.map(ResponseSchema<FailureDetail.Release>.failureRelease.json))
            },
            .init(
                "releases_complete",
                Schema.bool.with("description", "False when releases with fewer events are left out.")
            ) { .bool($0.hasAllReleases) },
            .init("examples", .list(of: .named("Event"))) {
                .array($0.examples.map(ResponseSchema<StoredEvent>.event.json))
            },
        ],
        uses: [ResponseSchema<FailureDetail.Release>.failureRelease.named, ResponseSchema<StoredEvent>.event.named]
    )
}

extension ResponseSchema where Value == TriageChange {
    static let failureChange = ResponseSchema(
        "FailureChange",
        "One change of a failure; the system's own follow from events.",
        [
            .init("version", .count) { .init($0.version) },
            .init("at", .dateTime) { .init($0.at) },
            .init("actor_kind", .oneOf(["user", "operator", "key", "system"])) { .string($0.actor.name) },
            .init("actor_id", Schema.uuid.nullable) { .init($0.actor.id?.hyphenated) },
            .init("state_before", Schema.text.example("open")) { .string($0.stateBefore.text) },
            .init("state_after", Schema.text.example("resolved in_release 2.4.1")) { .string($0.stateAfter.text) },
            .init("assignee_before", Schema.uuid.nullable) { .init($0.assigneeBefore?.description) },
            .init("assignee_after", Schema.uuid.nullable) { .init($0.assigneeAfter?.description) },
        ]
    )
}

extension ResponseSchema where Value == FailureComment {
    static let failureComment = ResponseSchema(
        "FailureComment",
        "What a member wrote about a failure.",
        [
            .init("number", .count) { .init($0.number) },
            .init("at", .dateTime) { .init($0.at) },
            .init("author_kind", .oneOf(["user", "operator", "key", "system"])) { .string($0.author.name) },
            .init("author_id", Schema.uuid.nullable) { .init($0.author.id?.hyphenated) },
            .init("text", .text) { .string($0.text) },
        ]
    )
}

extension ResponseSchema where Value == FailuresChanged {
    static let failuresChanged = ResponseSchema(
        "FailuresChanged",
        "How many failures are different now.",
        [.init("changed", .count) { .init($0.count) }]
    )
}

/// The number of failures that a bulk action changed.
struct FailuresChanged: Sendable {
    let count: Int
}
