import HTTPTypes
import WebCore

extension APIOperation {
    static let betterAuthPasswordOperations: [APIOperation] = [
        requestReset("betterAuthRequestPasswordReset", "Sends a password reset link by email"),
        requestReset("betterAuthForgetPassword", "Alias of `request-password-reset`"),
        APIOperation(
            id: "betterAuthResetPassword",
            tag: .betterAuth,
            summary: "Resets a password with the token of a link",
            details: "Ends all sessions of the user. The token may be in the query instead of the body.",
            query: [InputDescription("token", .text(0...200), "The token of the link.")],
            body: body(BetterAuthPasswordSchemas.reset),
            answers: [.ok("The password is set.", BetterAuthSchemas.status)],
            errors: [
                ErrorResponse(400, "", ["VALIDATION_ERROR", "INVALID_TOKEN"] + passwordCodes, format: .betterAuth),
                banned,
                throttled,
            ]
        ),
        APIOperation(
            id: "betterAuthSendVerification",
            tag: .betterAuth,
            summary: "Sends a verification link by email",
            details: "The response does not reveal whether the user exists.",
            body: body(BetterAuthPasswordSchemas.verification),
            answers: [.ok("An email is sent if the address has to be verified.", BetterAuthSchemas.status)],
            errors: [
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "INVALID_EMAIL", "EMAIL_PASSWORD_DISABLED"],
                    format: .betterAuth
                ),
                ErrorResponse(403, "", ["INVALID_CALLBACK_URL"], format: .betterAuth), throttled,
            ]
        ),
        APIOperation(
            id: "betterAuthVerifyEmail",
            tag: .betterAuth,
            summary: "Redirects to the page of a verification link",
            details:
                "Changes nothing: the button of the page uses the link. Then the page redirects to the URL that the email was requested with, or else "
                + "to `callbackURL`.",
            query: [
                InputDescription("token", .text(1...200), isRequired: true, "The token of the link."),
                InputDescription(
                    "callbackURL",
                    .text(0...2048),
                    "A redirect URL of the tenant; any other is ignored."
                ),
            ],
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "Redirect to Gatehouse's page.",
                    headers: [InputDescription("Location", .text, isRequired: true, "The URL of the page.")]
                )
            ],
            errors: [ErrorResponse(400, "", ["VALIDATION_ERROR", "INVALID_TOKEN"], format: .betterAuth)]
        ),
        APIOperation(
            id: "betterAuthUseVerification",
            tag: .betterAuth,
            summary: "Verifies an email address with the token of a link",
            body: body(BetterAuthPasswordSchemas.verificationToken),
            answers: [.ok("The email address is verified.", BetterAuthPasswordSchemas.verified)],
            errors: [
                ErrorResponse(400, "", ["VALIDATION_ERROR", "INVALID_TOKEN"], format: .betterAuth), banned,
                ErrorResponse(
                    422,
                    "Another user has this email address.",
                    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"],
                    format: .betterAuth
                ), throttled,
            ]
        ),
        APIOperation(
            id: "betterAuthChangePassword",
            tag: .betterAuth,
            summary: "Changes the password of the signed-in user",
            details: "Ends the user's other sessions, whatever `revokeOtherSessions` says.",
            body: body(BetterAuthPasswordSchemas.change),
            answers: [
                .ok(
                    "The user; with `revokeOtherSessions` also the session's token.",
                    BetterAuthPasswordSchemas.changed
                )
            ],
            errors: [
                ErrorResponse(
                    400,
                    "",
                    [
                        "VALIDATION_ERROR", "INVALID_PASSWORD", "CREDENTIAL_ACCOUNT_NOT_FOUND", "SAME_PASSWORD",
                        "SESSION_EXPIRED",
                    ]
                        + passwordCodes,
                    format: .betterAuth
                ), crossSite, throttled,
            ]
        ),
        APIOperation(
            id: "betterAuthChangeEmail",
            tag: .betterAuth,
            summary: "Changes the email address of the signed-in user",
            details:
                """
                With email verification, the change takes effect when the link sent to the new address is used. Without it, the \
                password is required. Where no email can be sent either, a sign-in with the password within the last ten minutes, \
                on the same device, is enough. Members must always send the password.
                """,
            body: body(BetterAuthPasswordSchemas.emailChange),
            answers: [.ok("The email address is changed, or a link is sent to it.", BetterAuthSchemas.status)],
            errors: [
                ErrorResponse(
                    400,
                    "",
                    [
                        "VALIDATION_ERROR", "INVALID_EMAIL", "INVALID_PASSWORD", "PASSWORD_TOO_LONG",
                        "CHANGE_EMAIL_DISABLED",
                        "SESSION_EXPIRED",
                    ],
                    format: .betterAuth
                ),
                ErrorResponse(
                    403,
                    "",
                    ["MISSING_OR_NULL_ORIGIN", "INVALID_ORIGIN", "INVALID_CALLBACK_URL", "PASSWORD_REQUIRED"],
                    format: .betterAuth
                ),
                ErrorResponse(
                    422,
                    "Another user has this email address.",
                    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"],
                    format: .betterAuth
                ), throttled,
            ]
        ),
    ]

    private static func requestReset(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            details: "The response does not reveal whether the user exists.",
            body: body(BetterAuthPasswordSchemas.resetRequest),
            answers: [.ok("An email is sent if the user exists.", BetterAuthPasswordSchemas.resetAsked)],
            errors: [
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "INVALID_EMAIL", "EMAIL_PASSWORD_DISABLED"],
                    format: .betterAuth
                ),
                ErrorResponse(403, "", ["INVALID_REDIRECT_URL"], format: .betterAuth), throttled,
            ]
        )
    }

    private static func body(_ schema: NamedSchema) -> Body { Body(contents: [.init(schema: schema)]) }

    private static let passwordCodes = ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_COMPROMISED"]
    private static let throttled = ErrorResponse(
        429,
        "Too many requests for this account, from this IP address or in this tenant.",
        [],
        format: .betterAuth
    )
    private static let banned = ErrorResponse(403, "", ["BANNED_USER"], format: .betterAuth)
    private static let crossSite = ErrorResponse(
        403,
        "",
        ["MISSING_OR_NULL_ORIGIN", "INVALID_ORIGIN"],
        format: .betterAuth
    )
}
