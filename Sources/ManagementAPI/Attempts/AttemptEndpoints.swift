import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of attempts.
struct AttemptEndpoints: Sendable {
    let attempts: AttemptReading

    func add(to routes: Routes<APIContext>) {
        routes.get("attempts", operation: "listAttempts", needs: ReadEvents.self, use: list)
        routes.get("attempts/{attempt}", operation: "getAttempt", needs: ReadEvents.self, use: read)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let filter = fields.read(AttemptInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<AttemptSummary>.attemptSummary.partialPage(attempts.page(filter, page, grant: grant))
        )
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let sessions: Grant<ReadSessions>? =
            context.access.allows(.readSessions) ? try context.grant(ReadSessions.self) : nil
        return try await .json(
            ResponseSchema<AttemptDetails>.attempt.json(
                attempts.details(of: context.id("attempt", of: .attempt), grant: grant, sessions: sessions)
            )
        )
    }
}

extension APIOperation {
    static let attemptOperations: [APIOperation] = [
        APIOperation(
            id: "listAttempts",
            tag: .events,
            summary: "Lists attempts to get or keep a session, newest first",
            details:
                "An attempt is listed at its latest event that matches. A page has at most \(AttemptReading.pageLimit) attempts, and may have fewer than asked for, or none, while `next_cursor` leads to more.",
            query: AttemptInputs.query.descriptions + Input<PageRequest>.descriptions,
            answers: [
                .ok(
                    "A page of attempts.",
                    ResponseSchema<AttemptSummary>.attemptSummary.namedPartialPage(
                        "True when attempts of the release may be on no page: its events differ in too many ways."
                    )
                )
            ]
        ),
        APIOperation(
            id: "getAttempt",
            tag: .events,
            summary: "Reads an attempt: the events of clients and of the server on one time line",
            details:
                "`session` is null without the permission `sessions.read`, and findings that depend on the session are left out.",
            answers: [.ok("The attempt.", ResponseSchema<AttemptDetails>.attempt.named)]
        ),
    ]
}

/// The fields of requests about attempts.
enum AttemptInputs {
    static let user: Input<String?> = .optionalText(
        "user",
        "Only attempts with an event of this user.",
        minimum: 1,
        maximum: AttemptFilter.textMaximumLength
    )
    static let failure: Input<FailureKey.ID?> = .optionalValue(
        "failure",
        "Only attempts with an event of this failure.",
        .uuid,
        orElse: .english("Write the id of a failure.")
    )
    static let release: Input<String?> = .optionalText(
        "release",
        "Only attempts with an event of this version of the app.",
        minimum: 1,
        maximum: AttemptFilter.textMaximumLength
    )

    static let query = Inputs {
        AttemptFilter(user: $0.read(user), failure: $0.read(failure), release: $0.read(release))
    }
}
