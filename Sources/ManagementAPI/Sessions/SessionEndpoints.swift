import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of sessions.
struct SessionEndpoints: Sendable {
    let sessions: SessionAdministration
    let users: UserAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadSessions.self).get("sessions", operation: "listSessions", use: list)
        routes.needs(RevokeSessions.self).post("sessions/revocations", operation: "revokeSessions", use: revoke)
        routes.needs(ReadSessions.self).get("sessions/{session}", operation: "getSession", use: read)
        routes.needs(RevokeSessions.self).delete("sessions/{session}", operation: "endSession", use: end)
        routes.needs(ReadSessions.self).get("users/{user}/sessions", operation: "listUserSessions", use: listOfUser)
        routes.needs(RevokeSessions.self).delete("users/{user}/sessions", operation: "endUserSessions", use: endOfUser)
    }

    private func list(_ call: APICall<ReadSessions>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let filter = fields.read(SessionInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<SessionSummary>.session.page(sessions.page(filter, page, grant: call.grant))
        )
    }

    private func read(_ call: APICall<ReadSessions>) async throws -> Response {
        let only = SessionFilter(ids: [try call.id("session", of: .session)])
        guard let session = try await sessions.page(only, PageRequest(limit: 1), grant: call.grant).items.first
        else { throw DomainError.notFound(.session) }
        return .json(ResponseSchema<SessionSummary>.session.json(session))
    }

    private func end(_ call: APICall<RevokeSessions>) async throws -> Response {
        try await sessions.end(call.id("session", of: .session), grant: call.grant)
        return .noContent
    }

    private func revoke(_ call: APICall<RevokeSessions>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let (filter, isDryRun) = fields.read(SessionInputs.revocation)
        try fields.finish()
        if isDryRun {
            return try await .json(
                ResponseSchema<SessionEnding>.preview.json(sessions.preview(filter, grant: call.grant))
            )
        }
        return try await ended(sessions.end(filter, grant: call.grant))
    }

    private func listOfUser(_ call: APICall<ReadSessions>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        let filter = SessionFilter(user: try await user(call).summary.user.id)
        return try await .json(
            ResponseSchema<SessionSummary>.session.page(sessions.page(filter, page, grant: call.grant))
        )
    }

    private func endOfUser(_ call: APICall<RevokeSessions>) async throws -> Response {
        let (summary, role, _) = try await user(call)
        // A filter would silently skip a user of higher rank.
        try call.grant.principal.mayAct(onRank: role.rank)
        return try await ended(sessions.end(SessionFilter(user: summary.user.id), grant: call.grant))
    }

    /// - Throws: `.notFound(.user)`: an empty list would suggest that the user exists.
    private func user(
        _ call: APICall<some Permission>
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity]) {
        try await users.user(call.id("user", of: .user), grant: call.grant(ReadUsers.self))
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
