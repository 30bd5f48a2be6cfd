import Domain
import HTTPTypes
import UseCases
import WebCore

extension APIOperation {
    /// The operations of a tenant's backend, with a secret key as bearer token.
    static let goTrueAdministrationOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueListUsers",
            tag: .goTrue,
            summary: "Lists users, the newest first",
            query: GoTrueInputs.users.descriptions,
            answers: [Answer(status: .ok, summary: "Success.", schema: GoTrueSchemas.users, headers: [total, link])]
        ),
        APIOperation(
            id: "goTrueCreateUser",
            tag: .goTrue,
            summary: "Creates a user",
            body: .open("GoTrueUserRevision", GoTrueInputs.revision),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: .goTrue([.emailTaken, .shortPassword])
        ),
        APIOperation(
            id: "goTrueReadUser",
            tag: .goTrue,
            summary: "Reads one user",
            answers: [.ok("Success.", GoTrueSchemas.user)]
        ),
        APIOperation(
            id: "goTrueReviseUser",
            tag: .goTrue,
            summary: "Changes a user",
            details: "A new password, or a ban, ends every session.",
            body: .open("GoTrueUserRevision", GoTrueInputs.revision),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: .goTrue([.emailTaken, .shortPassword], or: [lastAdministrator])
        ),
        APIOperation(
            id: "goTrueDeleteUser",
            tag: .goTrue,
            summary: "Deletes a user",
            details: "Identities and sessions are deleted too. This cannot be undone.",
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: .goTrue(or: [lastAdministrator, .goTrueSoftDeletion])
        ),
        APIOperation(
            id: "goTrueListFactors",
            tag: .goTrue,
            summary: "Lists a user's second factors",
            details: "Always empty: app users have no second factors.",
            answers: [.ok("Success.", GoTrueSchemas.factors)]
        ),
        invite("goTrueInvite", "Invites a user"), invite("goTrueInviteAlias", "Alias of `/invite`"),
        APIOperation(
            id: "goTrueListAudit",
            tag: .goTrue,
            summary: "Lists audit entries, the newest first",
            query: GoTrueInputs.audit.descriptions,
            answers: [.ok("Success.", GoTrueSchemas.audit)]
        ),
    ]

    private static func invite(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .goTrue,
            summary: summary,
            details:
                "Without a mail transport nothing is sent: create a new link in the console, and send it yourself.",
            body: .open("GoTrueInvitation", GoTrueInputs.invitation),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: .goTrue([.emailTaken])
        )
    }

    private static let lastAdministrator = WebFailure(goTrueAdministration: .conflict(.lastAdministrator))
    private static let total = InputDescription(.xTotalCount, .text, isRequired: true, "The total number.")
    private static let link = InputDescription(
        .link,
        .text,
        isRequired: true,
        "The next and the last page (RFC 8288)."
    )
}
