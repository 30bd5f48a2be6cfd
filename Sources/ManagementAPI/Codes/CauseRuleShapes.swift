import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == CauseRule {
    static let causeRule = ResponseSchema(
        "CauseRule",
        "A rule of the tenant for errors of apps that Gatehouse does not know.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("position", Schema.count.with("description", "From 1: the first rule that matches decides.")) {
                .init($0.position)
            },
            .init("domain", Schema.text.example("MyApp.SignInError")) { .string($0.pattern.domain) },
            .init("code", Schema.text.nullable.with("description", "Null for every code.")) { .init($0.pattern.code) },
            .init("stage", Schema.oneOf(Stage.self).nullable.with("description", "Null for every stage.")) {
                .init($0.pattern.stage?.rawValue)
            },
            .init("treat_as", Schema.text.example("net.timeout")) { .string($0.assigned.code) },
            .init("version", Schema.count.with("description", "Counts the changes.")) { .init($0.version) },
            .init("created_at", .dateTime) { .init($0.createdAt) },
            .init("updated_at", .dateTime) { .init($0.updatedAt) },
        ]
    )
}

extension ResponseSchema where Value == UnknownErrorListing {
    static let unknownErrors = ResponseSchema(
        "UnknownErrorList",
        "Errors of apps that Gatehouse does not know, most frequent first.",
        [
            .init("items", .list(of: .named("UnknownError"))) {
                .array($0.errors.map(ResponseSchema<ListedError>.unknownError.json))
            },
            .init("complete", Schema.bool.with("description", "False when rarer errors are left out.")) {
                .bool($0.isComplete)
            },
        ],
        uses: [ResponseSchema<ListedError>.unknownError.named]
    )
}

extension ResponseSchema where Value == ListedError {
    static let unknownError = ResponseSchema(
        "UnknownError",
        "Errors of apps that Gatehouse does not know, by their texts.",
        [
            .init(
                "domain",
                Schema.text.nullable.with("description", "Of the outermost error; null when it is not told apart.")
            ) {
                .init($0.error.root?.domain)
            },
            .init("code", .text.nullable) { .init($0.error.root?.code) },
            .init("cause_domain", Schema.text.nullable.with("description", "Of the deepest error beneath it.")) {
                .init($0.error.cause?.domain)
            },
            .init("cause_code", .text.nullable) { .init($0.error.cause?.code) },
            .init("stages", .list(of: .oneOf(Stage.self))) { listed in
                .array(listed.error.stages.map { .string($0.rawValue) })
            },
            .init("count", Schema.count.with("description", "The number of events.")) { .init($0.error.count) },
            .init("first_seen_at", .dateTime) { .init($0.error.firstSeenAt) },
            .init("last_seen_at", .dateTime) { .init($0.error.lastSeenAt) },
            .init("example", Schema.text.nullable.with("description", "The reference of a recent event.")) {
                .init($0.error.example?.description)
            },
            .init("rule", Schema.uuid.nullable.with("description", "The rule that applies to such errors from now on."))
            {
                .init($0.rule?.id.description)
            },
        ]
    )
}
