import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of sessions.
struct SessionEndpoints: Sendable {
    let services: Services

    func add(to routes: Routes<APIContext>) {
        routes.get("sessions", operation: "listSessions", needs: ReadSessions.self, use: list)
        routes.post("sessions/revocations", operation: "revokeSessions", needs: RevokeSessions.self, use: revoke)
        routes.get("sessions/{session}", operation: "getSession", needs: ReadSessions.self, use: read)
        routes.delete("sessions/{session}", operation: "endSession", needs: RevokeSessions.self, use: end)
        routes.get("users/{user}/sessions", operation: "listUserSessions", needs: ReadSessions.self, use: listOfUser)
        routes.delete("users/{user}/sessions", operation: "endUserSessions", needs: RevokeSessions.self, use: endOfUser)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadSessions>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let filter = fields.read(SessionInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<SessionSummary>.session.page(services.sessions.page(filter, page, grant: grant))
        )
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadSessions>
    ) async throws -> Response {
        let only = SessionFilter(ids: [try context.id("session", of: .session)])
        guard
            let session = try await services.sessions.page(only, PageRequest(limit: 1), grant: grant).items
                .first
        else { throw DomainError.notFound(.session) }
        return .json(ResponseSchema<SessionSummary>.session.json(session))
    }

    @Sendable private func end(
        _ request: Request,
        context: APIContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        try await services.sessions.end(context.id("session", of: .session), grant: grant)
        return .noContent
    }

    @Sendable private func revoke(
        _ request: Request,
        context: APIContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let (filter, isDryRun) = fields.read(SessionInputs.revocation)
        try fields.finish()
        if isDryRun {
            return try await .json(
                ResponseSchema<SessionEnding>.preview.json(services.sessions.preview(filter, grant: grant))
            )
        }
        return try await ended(services.sessions.end(filter, grant: grant))
    }

    @Sendable private func listOfUser(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadSessions>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        let filter = SessionFilter(user: try await user(context).summary.user.id)
        return try await .json(
            ResponseSchema<SessionSummary>.session.page(services.sessions.page(filter, page, grant: grant))
        )
    }

    @Sendable private func endOfUser(
        _ request: Request,
        context: APIContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        let (summary, role, _) = try await user(context)
        // A filter would silently skip a user of higher rank.
        try grant.principal.mayAct(onRank: role.rank)
        return try await ended(services.sessions.end(SessionFilter(user: summary.user.id), grant: grant))
    }

    /// - Throws: `.notFound(.user)`: an empty list would suggest that the user exists.
    private func user(
        _ context: APIContext
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity]) {
        try await services.users.user(context.id("user", of: .user), grant: context.grant(ReadUsers.self))
    }

    private func ended(_ ending: SessionEnding) -> Response { .json(ResponseSchema<SessionEnding>.ended.json(ending)) }
}

extension APIOperation {
    static let sessionOperations: [APIOperation] = [
        APIOperation(
            id: "listSessions",
            tag: .sessions,
            summary: "Lists sessions, most recently active first",
            query: SessionInputs.query.descriptions + Input<PageRequest>.descriptions,
            answers: [.ok("A page of sessions.", ResponseSchema<SessionSummary>.session.namedPage)]
        ),
        APIOperation(
            id: "getSession",
            tag: .sessions,
            summary: "Reads one session",
            answers: [.ok("The session.", ResponseSchema<SessionSummary>.session.named)]
        ),
        APIOperation(
            id: "endSession",
            tag: .sessions,
            summary: "Ends one session",
            details:
                "Requests with the session that begin after this response are rejected. Ending an ended session changes nothing.",
            answers: [.noContent("The session has ended.")]
        ),
        APIOperation(
            id: "revokeSessions",
            tag: .sessions,
            summary: "Ends all sessions that match",
            details: """
                Sessions of users who rank above the caller are kept, and so is the console session of the request. Send a filter, or `"all": true`. With `"dry_run": true` no session ends \
                and the response has the number that would.
                """,
            body: .object("SessionRevocation", SessionInputs.revocation),
            answers: [
                .ok(
                    "The number of sessions that were ended, or would be.",
                    .either(
                        "SessionRevocationResult",
                        ResponseSchema<SessionEnding>.ended.named,
                        ResponseSchema<SessionEnding>.preview.named
                    )
                )
            ]
        ),
    ]
}
