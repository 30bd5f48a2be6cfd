import WebCore

extension APIOperation {
    static let goTrueOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueHealth",
            tag: .goTrue,
            summary: "Reports that the GoTrue API is served",
            answers: [.ok("Success.", GoTrueSchemas.health)]
        ),
        APIOperation(
            id: "goTrueSettings",
            tag: .goTrue,
            summary: "Reads the sign-in methods",
            answers: [.ok("Success.", GoTrueSchemas.settings)]
        ),
        APIOperation(
            id: "goTrueKeys",
            tag: .goTrue,
            summary: "Reads the public keys that verify access tokens",
            answers: [.ok("Success.", GoTrueSchemas.keys)]
        ),
        APIOperation(
            id: "goTrueIssuer",
            tag: .goTrue,
            summary: "Reads the issuer metadata of the tenant's tokens",
            answers: [.ok("Success.", IssuerDescription.schema)]
        ),
        APIOperation(
            id: "goTrueSignUp",
            tag: .goTrue,
            summary: "Signs up a user and signs them in",
            details:
                """
                Without email and password it creates an anonymous user, if the tenant allows it. If the email first \
                has to be verified, the response has only the user.
                """,
            body: Body(contents: [.init(schema: GoTrueSchemas.signUp)]),
            answers: [.ok("Success.", GoTrueSchemas.sessionOrUser)],
            errors: [
                .goTrue(400, ["bad_json", "email_provider_disabled", "phone_provider_disabled"]),
                .goTrue(
                    422,
                    ["user_already_exists", "weak_password", "signup_disabled", "anonymous_provider_disabled"]
                ), throttled,
            ]
        ),
        APIOperation(
            id: "goTrueToken",
            tag: .goTrue,
            summary:
                "Returns tokens for a password, a refresh token, an Apple identity token or a PKCE code",
            details:
                """
                A refresh token can be used once; for a minute, repeating it returns the same new token, until that is \
                used. An identity token can be repeated for five minutes, from a similar device.
                """,
            query: [
                InputDescription(
                    "grant_type",
                    .oneOf(["password", "refresh_token", "id_token", "pkce"]),
                    isRequired: true,
                    "The kind of credential."
                )
            ],
            body: Body(contents: [.init(schema: GoTrueSchemas.grant)]),
            answers: [.ok("Success.", GoTrueSchemas.session)],
            errors: [
                .goTrue(
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
                .goTrue(401, ["no_authorization"]),
                .goTrue(
                    403,
                    ["user_banned", "bad_jwt", "session_not_found", "user_not_found", "session_limit_reached"]
                ),
                .goTrue(404, ["flow_state_not_found"]),
                .goTrue(422, ["email_provider_disabled", "signup_disabled", "identity_already_exists"]), throttled,
            ]
        ),
        APIOperation(
            id: "goTrueGetUser",
            tag: .goTrue,
            summary: "Reads the signed-in user's account",
            answers: [.ok("Success.", GoTrueSchemas.user)]
        ),
        APIOperation(
            id: "goTrueUpdateUser",
            tag: .goTrue,
            summary: "Changes the signed-in user's account",
            details:
                """
                `data` is merged by key; null removes a key. A new password ends the other sessions. Where emails \
                are verified, a new one is in `new_email` until its link is used; otherwise the change requires \
                `current_password` or a `nonce`, or where no message can be sent a session that was opened with the \
                password within the last ten minutes, on the same device.
                """,
            body: Body(contents: [.init(schema: GoTrueSchemas.userUpdate)]),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: [
                .goTrue(
                    400,
                    ["bad_json", "phone_provider_disabled", "reauthentication_needed", "current_password_invalid"]
                ),
                .goTrue(
                    422,
                    [
                        "email_exists", "weak_password", "same_password", "feature_disabled",
                        "reauthentication_not_valid",
                    ]
                ),
                .goTrue(429, ["over_request_rate_limit", "over_email_send_rate_limit"]),
            ]
        ),
        APIOperation(
            id: "goTrueLogout",
            tag: .goTrue,
            summary: "Ends sessions of the signed-in user",
            query: [
                InputDescription(
                    "scope",
                    .oneOf(["global", "local", "others"]),
                    "The sessions to end; by default all."
                )
            ],
            answers: [.noContent("The sessions have ended.")],
            errors: [.goTrue(400, ["bad_json"])]
        ),
    ]

    private static let throttled = ErrorResponse.goTrue(429, ["over_request_rate_limit"])
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
        // Changes of the own account and all requests of a backend are rate limited.
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
        400: "Bad request.", 401: "The key or token is missing, or the key is invalid.",
        403: "Not allowed.",
        404: "Not found.", 409: "A conflict with the current state.", 413: "The request is too large.",
        415: "The content encoding is not supported.",
        422: "Unprocessable content.", 429: "Too many attempts.", 500: "An internal error.",
        503: "Temporarily unavailable. Try again later.", 504: "The body did not arrive in time.",
    ]
}
