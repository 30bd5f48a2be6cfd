import Domain
import UseCases
import WebCore

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
