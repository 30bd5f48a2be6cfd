import HTTPTypes
import WebCore

extension APIOperation {
    /// The operations of a tenant's back end, with a secret key as bearer token.
    static let goTrueAdministrationOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueListUsers",
            tag: .goTrue,
            summary: "Lists users, the newest first",
            query: page(filter: "The beginning of an address, of a word of the name, or of an id."),
            answers: [Answer(status: .ok, summary: "It is done.", schema: GoTrueSchemas.users, headers: [total, link])]
        ),
        APIOperation(
            id: "goTrueCreateUser",
            tag: .goTrue,
            summary: "Creates a user",
            body: Body(contents: [.init(schema: GoTrueSchemas.revision)]),
            answers: [.ok("It is done.", GoTrueSchemas.user)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
        APIOperation(
            id: "goTrueReadUser",
            tag: .goTrue,
            summary: "Reads one user",
            answers: [.ok("It is done.", GoTrueSchemas.user)]
        ),
        APIOperation(
            id: "goTrueReviseUser",
            tag: .goTrue,
            summary: "Changes a user",
            details: "Another password, or a ban, ends every session.",
            body: Body(contents: [.init(schema: GoTrueSchemas.revision)]),
            answers: [.ok("It is done.", GoTrueSchemas.user)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(409, ["conflict"]),
                .goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
        APIOperation(
            id: "goTrueDeleteUser",
            tag: .goTrue,
            summary: "Deletes a user",
            details: "With identities and sessions; it cannot be undone.",
            answers: [.ok("It is done.", GoTrueSchemas.nothing)],
            errors: [.goTrue(400, ["bad_json"]), .goTrue(409, ["conflict"]), .goTrue(422, ["feature_disabled"])]
        ),
        APIOperation(
            id: "goTrueListFactors",
            tag: .goTrue,
            summary: "Lists a user's second factors",
            details: "The people of apps have none here.",
            answers: [.ok("It is done.", GoTrueSchemas.factors)]
        ),
        invite("goTrueInvite", "Invites a user"), invite("goTrueInviteAlias", "The same as `/invite`"),
        APIOperation(
            id: "goTrueListAudit",
            tag: .goTrue,
            summary: "Lists what was done, the newest first",
            query: page(filter: nil) + [
                InputDescription(
                    "query",
                    .text(0...GoTrueAuditQuery.maximumLength),
                    "`action:login`, `type:account` or `author:` with an id or an address: only such entries."
                )
            ],
            answers: [.ok("It is done.", GoTrueSchemas.audit)]
        ),
    ]

    private static func invite(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .goTrue,
            summary: summary,
            details:
                "Without anything that carries messages nothing is sent: make the link anew in the console, and hand it over.",
            body: Body(contents: [.init(schema: GoTrueSchemas.invitation)]),
            answers: [.ok("It is done.", GoTrueSchemas.user)],
            errors: [.goTrue(400, ["bad_json"]), .goTrue(422, ["email_exists"])]
        )
    }

    private static func page(filter: String?) -> [InputDescription] {
        [
            InputDescription("page", .integer(GoTruePage.pages), "Counted from 1."),
            InputDescription(
                "per_page",
                .integer(1...1000),
                "How many on a page; \(GoTruePage.defaultSize) without it."
            ),
        ] + (filter.map { [InputDescription("filter", .text(0...254), $0)] } ?? [])
    }

    private static let total = InputDescription("X-Total-Count", .text, isRequired: true, "How many there are.")
    private static let link = InputDescription(
        "Link",
        .text,
        isRequired: true,
        "The next and the last page (RFC 8288)."
    )
}
