import HTTPTypes
import WebCore

extension APIOperation {
    /// The operations of a tenant's backend, with a secret key as bearer token.
    static let goTrueAdministrationOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueListUsers",
            tag: .goTrue,
            summary: "Lists users, the newest first",
            query: page(filter: "The beginning of an email address, of a word of the name, or of an id."),
            answers: [Answer(status: .ok, summary: "Success.", schema: GoTrueSchemas.users, headers: [total, link])]
        ),
        APIOperation(
            id: "goTrueCreateUser",
            tag: .goTrue,
            summary: "Creates a user",
            body: Body(contents: [.init(schema: GoTrueSchemas.revision)]),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(422, ["email_exists", "weak_password"]),
            ]
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
            body: Body(contents: [.init(schema: GoTrueSchemas.revision)]),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(409, ["conflict"]),
                .goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
        APIOperation(
            id: "goTrueDeleteUser",
            tag: .goTrue,
            summary: "Deletes a user",
            details: "Identities and sessions are deleted too. This cannot be undone.",
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: [.goTrue(400, ["bad_json"]), .goTrue(409, ["conflict"]), .goTrue(422, ["feature_disabled"])]
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
            query: page(filter: nil) + [
                InputDescription(
                    "query",
                    .text(0...GoTrueAuditQuery.maximumLength),
                    "A filter: `action:login`, `type:account`, or `author:` with an id or an email address."
                )
            ],
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
            body: Body(contents: [.init(schema: GoTrueSchemas.invitation)]),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: [.goTrue(400, ["bad_json"]), .goTrue(422, ["email_exists"])]
        )
    }

    private static func page(filter: String?) -> [InputDescription] {
        [
            InputDescription("page", .integer(GoTruePage.pages), "Counted from 1."),
            InputDescription(
                "per_page",
                .integer(1...1000),
                "The size of a page; by default \(GoTruePage.defaultSize)."
            ),
        ] + (filter.map { [InputDescription("filter", .text(0...254), $0)] } ?? [])
    }

    private static let total = InputDescription("X-Total-Count", .text, isRequired: true, "The total number.")
    private static let link = InputDescription(
        "Link",
        .text,
        isRequired: true,
        "The next and the last page (RFC 8288)."
    )
}
