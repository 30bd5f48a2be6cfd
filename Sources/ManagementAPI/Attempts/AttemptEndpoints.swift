import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of attempts.
struct AttemptEndpoints: Sendable {
    let attempts: AttemptReading

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("attempts", operation: "listAttempts", use: list)
        routes.needs(ReadEvents.self).get("attempts/{attempt}", operation: "getAttempt", use: read)
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let filter = fields.read(AttemptInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<AttemptSummary>.attemptSummary.partialPage(attempts.page(filter, page, grant: call.grant))
        )
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        let sessions: Grant<ReadSessions>? =
            call.context.access.allows(.readSessions) ? try call.grant(ReadSessions.self) : nil
        return try await .json(
            ResponseSchema<AttemptDetails>.attempt.json(
                attempts.details(of: call.id("attempt", of: .attempt), grant: call.grant, sessions: sessions)
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
                "An attempt is listed at its latest event that matches everything that is asked, but for `never_arrived`, which all its events tell together. A page has at most \(AttemptReading.pageLimit) attempts, and may have fewer than asked for, or none, while `next_cursor` leads to more.",
            query: AttemptInputs.query.descriptions + Input<PageRequest>.descriptions,
            answers: [
                .ok(
                    "A page of attempts.",
                    ResponseSchema<AttemptSummary>.attemptSummary.namedPartialPage(
                        "True when the search stopped at its limits of rows or time: the next page continues it."
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

    static let neverArrived: Input<String?> = .optionalOneOf(
        "never_arrived",
        "Only attempts that an app began and no server saw: for any reason, or for one.",
        of: AttemptFilter.reasons
    )

    static let query = Inputs {
        AttemptFilter(
            user: $0.read(user),
            failure: $0.read(failure),
            release: $0.read(release),
            neverArrived: AttemptFilter.reasons($0.read(neverArrived)),
            condition: $0.read(EventInputs.condition)
        )
    }
}
