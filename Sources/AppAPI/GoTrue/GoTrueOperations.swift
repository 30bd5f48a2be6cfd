import Domain
import HTTPTypes
import StrictJSON
import WebCore

extension APIOperation {
    static let goTrueOperations: [APIOperation] =
        [
            goTrue("goTrueHealth", "Reports that the Better Auth API is served", answer: GoTrueSchemas.health),
            goTrue("goTrueSettings", "Says how people can sign in", answer: GoTrueSchemas.settings),
            goTrue("goTrueKeys", "Publishes the keys that access tokens are signed with", answer: GoTrueSchemas.keys),
            goTrue(
                "goTrueIssuer",
                "Says where the tenant's tokens come from and how they are checked",
                answer: IssuerDescription.schema
            ),
            goTrue(
                "goTrueSignUp",
                "Signs someone up and in",
                "Without address and password someone anonymous, where the tenant allows it. While the address has to be confirmed, only the user.",
                body: GoTrueSchemas.signUp,
                answer: GoTrueSchemas.sessionOrUser,
                errors: [
                    goTrue(400, ["bad_json", "email_provider_disabled", "phone_provider_disabled"]),
                    goTrue(
                        422,
                        ["user_already_exists", "weak_password", "signup_disabled", "anonymous_provider_disabled"]
                    ), throttled,
                ]
            ),
            goTrue(
                "goTrueToken",
                "Gives tokens for a password, a refresh token, an identity token of Apple's or the code of a link",
                "A refresh token is good once; for a minute its parent is answered with the same successor, until that is used.",
                query: [
                    InputDescription(
                        "grant_type",
                        .oneOf(["password", "refresh_token", "id_token", "pkce"]),
                        isRequired: true,
                        "What is shown."
                    )
                ],
                body: GoTrueSchemas.grant,
                answer: GoTrueSchemas.session,
                errors: [
                    goTrue(
                        400,
                        [
                            "bad_json", "invalid_credentials", "user_banned", "email_not_confirmed",
                            "phone_provider_disabled",
                            "refresh_token_not_found", "refresh_token_already_used", "session_not_found",
                            "session_expired",
                            "provider_disabled", "invalid request", "invalid nonce", "bad_code_verifier",
                            "reauthentication_needed",
                            "current_password_invalid",
                        ]
                    ),
                    goTrue(401, ["no_authorization"]),
                    goTrue(
                        403,
                        ["user_banned", "bad_jwt", "session_not_found", "user_not_found", "session_limit_reached"]
                    ),
                    goTrue(404, ["flow_state_not_found"]),
                    goTrue(422, ["email_provider_disabled", "signup_disabled", "identity_already_exists"]), throttled,
                ]
            ),
            goTrue("goTrueGetUser", "Reads one's own account", answer: GoTrueSchemas.user),
            goTrue(
                "goTrueUpdateUser",
                "Changes one's own account",
                """
                `data` replaces members, and null removes one. Another password ends one's other sessions. Where addresses are confirmed, another \
                one stands in `new_email` until the link to it is used; where they are not, it takes `current_password` or a `nonce`.
                """,
                body: GoTrueSchemas.userUpdate,
                answer: GoTrueSchemas.user,
                errors: [
                    goTrue(
                        400,
                        ["bad_json", "phone_provider_disabled", "reauthentication_needed", "current_password_invalid"]
                    ),
                    goTrue(
                        422,
                        [
                            "email_exists", "weak_password", "same_password", "feature_disabled",
                            "reauthentication_not_valid",
                        ]
                    ),
                    goTrue(429, ["over_request_rate_limit", "over_email_send_rate_limit"]),
                ]
            ),
            APIOperation(
                id: "goTrueLogout",
                tag: .goTrue,
                summary: "Ends sessions of the signed-in user",
                query: [InputDescription("scope", .oneOf(["global", "local", "others"]), "Which; all without it.")],
                answers: [.noContent("They are not alive any more.")],
                errors: [goTrue(400, ["bad_json"])]
            ),
        ] + goTrueAdministrationOperations

    /// The operations of a tenant's back end, with a secret key as bearer token.
    private static let goTrueAdministrationOperations: [APIOperation] = [
        goTrue(
            "goTrueListUsers",
            "Lists users, the newest first",
            query: page(filter: "The beginning of an address, of a word of the name, or of an id."),
            answer: GoTrueSchemas.users,
            headers: [total, link]
        ),
        goTrue(
            "goTrueCreateUser",
            "Creates a user",
            body: GoTrueSchemas.revision,
            answer: GoTrueSchemas.user,
            errors: [
                goTrue(400, ["bad_json", "phone_provider_disabled"]), goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
        goTrue("goTrueReadUser", "Reads one user", answer: GoTrueSchemas.user),
        goTrue(
            "goTrueReviseUser",
            "Changes a user",
            "Another password, or a ban, ends every session.",
            body: GoTrueSchemas.revision,
            answer: GoTrueSchemas.user,
            errors: [
                goTrue(400, ["bad_json", "phone_provider_disabled"]), goTrue(409, ["conflict"]),
                goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
        goTrue(
            "goTrueDeleteUser",
            "Deletes a user",
            "With identities and sessions; it cannot be undone.",
            answer: GoTrueSchemas.nothing,
            errors: [goTrue(400, ["bad_json"]), goTrue(409, ["conflict"]), goTrue(422, ["feature_disabled"])]
        ),
        goTrue(
            "goTrueListFactors",
            "Lists a user's second factors",
            "The people of apps have none here.",
            answer: GoTrueSchemas.factors
        ),
        invite("goTrueInvite", "Invites a user"), invite("goTrueInviteAlias", "The same as `/invite`"),
        goTrue(
            "goTrueListAudit",
            "Lists what was done, the newest first",
            query: page(filter: nil) + [
                InputDescription(
                    "query",
                    .text(0...GoTrueAuditQuery.maximumLength),
                    "`action:login`, `type:account` or `author:` with an id or an address: only such entries."
                )
            ],
            answer: GoTrueSchemas.audit
        ),
    ]

    private static func invite(_ id: String, _ summary: String) -> APIOperation {
        goTrue(
            id,
            summary,
            "Without anything that carries messages nothing is sent: make the link anew in the console, and hand it over.",
            body: GoTrueSchemas.invitation,
            answer: GoTrueSchemas.user,
            errors: [goTrue(400, ["bad_json"]), goTrue(422, ["email_exists"])]
        )
    }

    static func goTrue(
        _ id: String,
        _ summary: String,
        _ details: String? = nil,
        query: [InputDescription] = [],
        body: NamedSchema? = nil,
        answer: NamedSchema,
        headers: [InputDescription] = [],
        errors: [ErrorResponse] = []
    ) -> APIOperation {
        APIOperation(
            id: id,
            tag: .goTrue,
            summary: summary,
            details: details,
            query: query,
            body: body.map { Body(contents: [.init(schema: $0)]) },
            answers: [Answer(status: .ok, summary: "It is done.", schema: answer, headers: headers)],
            errors: errors
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
    private static let throttled = goTrue(429, ["over_request_rate_limit"])

    private static func goTrue(_ status: Int, _ codes: [String]) -> ErrorResponse { .goTrue(status, codes) }
}

/// The error responses of this dialect.
extension ErrorResponse {
    static func goTrue(_ route: RouteDescription) -> [ErrorResponse] {
        guard route.authentication != .none else { return [goTrue(500, ["unexpected_failure"])] }
        var errors = [
            goTrue(400, ["validation_failed", "bad_json"]), goTrue(401, ["no_authorization"]),
            goTrue(403, denials(route)),
            goTrue(500, ["unexpected_failure"]), goTrue(503, ["unexpected_failure"]),
        ]
        if route.path.contains("{user}") { errors.append(goTrue(404, ["user_not_found", "validation_failed"])) }
        if route.isWrite {
            errors += [
                goTrue(413, ["request_entity_too_large"]), goTrue(415, ["validation_failed"]),
                goTrue(504, ["request_timeout"]),
            ]
        }
        // Changes of the own account and all requests of a back end are rate limited.
        if route.hasRequestLimit || (route.isWrite && route.authentication == .accessToken) {
            errors.append(goTrue(429, ["over_request_rate_limit"]))
        }
        return errors
    }

    static func goTrue(_ status: Int, _ codes: [String]) -> ErrorResponse {
        ErrorResponse(status, titles[status] ?? "", codes, format: .goTrue)
    }

    private static func denials(_ route: RouteDescription) -> [String] {
        let own: [String] =
            switch route.authentication {
            case .accessToken: ["bad_jwt", "session_not_found", "user_not_found", "user_banned"]
            case .secretKey: ["not_admin"]
            default: []
            }
        return ["tenant_suspended", "feature_disabled"] + own
    }

    private static let titles = [
        400: "The request cannot be carried out.", 401: "No key, no token, or a key that is not good.",
        403: "Not allowed.",
        404: "Not here.", 409: "Something is in the way.", 413: "The request is too large.",
        415: "The content encoding does not fit.",
        422: "Not as it stands.", 429: "Too many attempts.", 500: "A fault of ours.",
        503: "Not available for a moment; nothing was decided.", 504: "The body did not arrive in time.",
    ]
}
