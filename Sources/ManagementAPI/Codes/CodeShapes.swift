import Domain
import StrictJSON
import WebCore

extension ResponseSchema where Value == CauseExplanation {
    static let codeSummary = ResponseSchema("CodeSummary", "A canonical code of events.", summary)

    static let code = ResponseSchema(
        "Code",
        "A canonical code of events, explained in one language.",
        summary + [
            .init("cause", .text) { .string($0.cause) },
            .init("action", Schema.text.with("description", "What the developer or the administrator does.")) {
                .string($0.action)
            },
            .init("support", Schema.text.with("description", "What support says to the user.")) {
                .string($0.support)
            },
            .init("snippet", Schema.text.nullable.with("description", "Lines of Swift for the app.")) {
                .init($0.entry.snippet)
            },
            .init("sources", .list(of: .named(ResponseSchema<CauseSource>.source.name))) { explanation in
                .array(explanation.entry.sources.map(ResponseSchema<CauseSource>.source.json))
            },
        ],
        uses: [ResponseSchema<CauseSource>.source.named]
    )

    private static let summary: [Member] = [
        .init("code", Schema.text.example("keychain.locked")) { .string($0.entry.code) },
        .init("section", .oneOf(CauseSection.self)) { .string($0.entry.section.rawValue) },
        .init("title", .text) { .string($0.title) },
        .init("fault", Schema.oneOf(CauseFault.self).with("description", "Who can remove the cause.")) {
            .string($0.entry.fault.rawValue)
        },
        .init(
            "retry",
            Schema.oneOf(CauseRetry.self).with("description", "Whether the unchanged request can succeed later.")
        ) { .string($0.entry.retry.rawValue) },
        .init("outcome", Schema.oneOf(Outcome.self).with("description", "The usual outcome.")) {
            .string($0.entry.outcome.rawValue)
        },
        .init("stages", Schema.list(of: .oneOf(Stage.self)).with("description", "The usual stages.")) { explanation in
            .array(explanation.entry.stages.map { .string($0.rawValue) })
        },
    ]
}

extension ResponseSchema where Value == CauseSource {
    static let source = ResponseSchema(
        "CodeSource",
        "A page that an explanation is based on.",
        [.init("title", .text) { .string($0.title) }, .init("url", .text) { .string($0.url) }]
    )
}
