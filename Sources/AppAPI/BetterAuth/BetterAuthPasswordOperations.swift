import HTTPTypes
import WebCore

extension APIOperation {
    static let betterAuthPasswordOperations: [APIOperation] = [
        requestReset("betterAuthRequestPasswordReset", "Has a link sent by which a new password is set"),
        requestReset("betterAuthForgetPassword", "The same as `request-password-reset`"),
        APIOperation(
            id: "betterAuthResetPassword",
            tag: .betterAuth,
            summary: "Resets a password with the token of a link",
            details: "Every session of the person ends. The token may stand in the query instead.",
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
            details: "The answer is the same whether there is such a person or not.",
            body: body(BetterAuthPasswordSchemas.verification),
            answers: [.ok("If there is someone to confirm, a message is on its way.", BetterAuthSchemas.status)],
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
                "Changes nothing: the button of the page uses the link. Then the page leads to where the message was asked to lead, or else "
                + "to `callbackURL`.",
            query: [
                InputDescription("token", .text(1...200), isRequired: true, "The token of the link."),
                InputDescription(
                    "callbackURL",
                    .text(0...2048),
                    "An address of the tenant's; any other is not gone to."
                ),
            ],
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "To our page.",
                    headers: [InputDescription("Location", .text, isRequired: true, "Where.")]
                )
            ],
            errors: [ErrorResponse(400, "", ["VALIDATION_ERROR", "INVALID_TOKEN"], format: .betterAuth)]
        ),
        APIOperation(
            id: "betterAuthUseVerification",
            tag: .betterAuth,
            summary: "Verifies an email address with the token of a link",
            body: body(BetterAuthPasswordSchemas.verificationToken),
            answers: [.ok("The address is confirmed.", BetterAuthPasswordSchemas.verified)],
            errors: [
                ErrorResponse(400, "", ["VALIDATION_ERROR", "INVALID_TOKEN"], format: .betterAuth), banned,
                ErrorResponse(
                    422,
                    "Someone has this address already.",
                    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"],
                    format: .betterAuth
                ), throttled,
            ]
        ),
        APIOperation(
            id: "betterAuthChangePassword",
            tag: .betterAuth,
            summary: "Changes the password of the signed-in user",
            details: "The person's other sessions end, whatever `revokeOtherSessions` says.",
            body: body(BetterAuthPasswordSchemas.change),
            answers: [
                .ok(
                    "The person; with `revokeOtherSessions` the session's token too.",
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
                Where addresses are confirmed, it counts when the link that is sent to it was used. Where they are not, it takes the \
                password. Where no message can be sent either, a session that was opened with the password within the last ten minutes, \
                on the same device, is enough; a user who can enter the console sends the password always.
                """,
            body: body(BetterAuthPasswordSchemas.emailChange),
            answers: [.ok("It is changed, or on its way.", BetterAuthSchemas.status)],
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
                    "Someone has this address already.",
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
            details: "The answer is the same whether there is such a person or not.",
            body: body(BetterAuthPasswordSchemas.resetRequest),
            answers: [.ok("If there is such a person, a message is on its way.", BetterAuthPasswordSchemas.resetAsked)],
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
        "Too many: for this account, from this address, or at this tenant.",
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
