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
                "The first request with it that begins after the answer is refused. Ending an ended one changes nothing.",
            answers: [.noContent("The session is not alive any more.")]
        ),
        APIOperation(
            id: "revokeSessions",
            tag: .sessions,
            summary: "Ends all sessions that match",
            details: """
                Sessions of people who rank above the caller stay, and so does the console session that asks. Give a filter, or `"all": true`. With `"dry_run": true` nothing ends \
                and the answer says how many would.
                """,
            body: .object("SessionRevocation", SessionInputs.revocation),
            answers: [
                .ok(
                    "How many were ended, or would be.",
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
