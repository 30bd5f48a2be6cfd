import Domain
import HTTPTypes
import UseCases
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
            body: .open("GoTrueSignUp", GoTrueInputs.signUp),
            answers: [.ok("Success.", GoTrueSchemas.sessionOrUser)],
            errors: .goTrue(
                [
                    .signIn(.passwordDisabled), .signIn(.userExists), .shortPassword, .signIn(.signUpDisabled),
                    .signIn(.anonymousDisabled), .limited,
                ],
                at: .signUp
            )
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
            query: GoTrueInputs.grantType.descriptions,
            body: grant,
            answers: [.ok("Success.", GoTrueSchemas.session)],
            errors: .goTrue(
                [
                    .signIn(.wrongCredentials), .userDisabled, .signIn(.emailUnconfirmed), .signIn(.passwordDisabled),
                    .signIn(.sessionLimit), .limited,
                ],
                at: .passwordGrant
            )
                + .goTrue(
                    [
                        .refreshToken(.unknown), .refreshToken(.alreadyUsed(.theft)), .refreshToken(.otherTenant),
                        .session(.notFound), .session(.expired),
                    ],
                    at: .refreshGrant
                )
                + .goTrue(
                    [
                        .apple(.disabled), .apple(.replayed), .apple(.token(.nonceMismatch)), .apple(.signUpDisabled),
                        .apple(.taken), .apple(.sessionEnded), .accessToken(.expired), .session(.notFound),
                        .account(.passwordRequired), .account(.wrongCurrentPassword),
                    ],
                    at: .identityTokenGrant
                ) + .goTrue([.link(.gone), .link(.wrongVerifier)], at: .codeGrant)
                + [.goTrue(403, ["user_not_found"])]
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
            body: .open("GoTrueUserUpdate", GoTrueInputs.userUpdate),
            answers: [.ok("Success.", GoTrueSchemas.user)],
            errors: .goTrue(
                [
                    .account(.reauthenticationNeeded), .account(.wrongCurrentPassword), .emailTaken, .shortPassword,
                    .account(.samePassword), .account(.emailUnavailable), .account(.wrongNonce), .limited,
                    .tooManyMessages(retryAfter: .zero),
                ]
            )
        ),
        APIOperation(
            id: "goTrueLogout",
            tag: .goTrue,
            summary: "Ends sessions of the signed-in user",
            query: GoTrueInputs.signOut.descriptions,
            answers: [.noContent("The sessions have ended.")],
        ),
    ]

    /// The members of all grants; each has its own.
    private static let grant = Body.open(
        "GoTrueGrant",
        Inputs {
            _ = ($0.read(GoTrueInputs.passwordGrant), $0.read(GoTrueInputs.refreshGrant))
            _ = ($0.read(GoTrueInputs.identityTokenGrant), $0.read(GoTrueInputs.codeGrant))
        },
        requiresMembers: false
    )
}

/// The error responses of this dialect.
extension [ErrorResponse] {
    /// The responses to failures, by the table of the dialect.
    /// - Parameter others: the failures that do not concern signing in.
    static func goTrue(
        _ failures: [AuthFailure] = [],
        at endpoint: GoTrueEndpoint = .other,
        or others: [WebFailure] = []
    ) -> [ErrorResponse] {
        (failures.map { WebFailure(goTrue: $0, at: endpoint) } + others).map { failure in
            let (status, code) = GoTrueRenderer.name(failure)
            return .goTrue(status.code, [code])
        }
    }

    static func goTrue(_ route: RouteDescription) -> [ErrorResponse] {
        guard route.authentication != .none else { return goTrue(or: [.internalError]) }
        var errors = goTrue(
            [
                .fields, .app(.noTenant), .app(.tenantSuspended), .app(.dialectDisabled),
                .unavailable(retryAfter: .zero),
            ],
            or: [.malformedRequest(.english("")), .internalError]
        )
        switch route.authentication {
        case .accessToken:
            errors += goTrue([.accessToken(.expired), .session(.notFound), .userDisabled])
            errors.append(.goTrue(403, ["user_not_found"]))
        case .secretKey: errors += goTrue(or: [.goTrueNotAdmin])
        default: break
        }
        if route.path.contains("{user}") { errors.append(.goTrue(404, ["user_not_found", "validation_failed"])) }
        if route.isWrite {
            errors += goTrue(or: [.goTruePhone, .tooLarge(maximumBytes: 0), .unsupportedEncoding, .requestTimeout])
        }
        // Changes of the own account and all requests of a backend are rate limited.
        if route.hasRequestLimit || (route.isWrite && route.authentication == .accessToken) {
            errors += goTrue([.limited])
        }
        return errors
    }
}

extension ErrorResponse {
    static func goTrue(_ status: Int, _ codes: [String]) -> ErrorResponse {
        ErrorResponse(status, titles[status] ?? "", codes, format: .goTrue)
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
