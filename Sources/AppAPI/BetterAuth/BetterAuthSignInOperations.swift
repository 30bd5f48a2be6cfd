import HTTPTypes
import StrictJSON
import WebCore

extension APIOperation {
    /// The operations to sign up and sign in.
    static let betterAuthSignInOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthOK",
            tag: .betterAuth,
            summary: "Reports that the Better Auth API is served",
            answers: [.ok("Success.", BetterAuthSchemas.ok)]
        ),
        signUp("betterAuthSignUp", "Signs a user up and in", BetterAuthSchemas.signUp),
        signUp(
            "betterAuthSignUpBare",
            "Alias of `sign-up/email` in which the name is optional",
            BetterAuthSchemas.bareSignUp
        ),
        signIn("betterAuthSignIn", "Signs a user in"),
        signIn("betterAuthSignInBare", "Alias of `sign-in/email`"),
        APIOperation(
            id: "betterAuthSocialSignIn",
            tag: .betterAuth,
            summary: "Signs a user in or up with Apple",
            details:
                """
                With an identity token from the app, which can be repeated for five minutes from a \
                similar device; or without one for Apple's page in a browser.
                """,
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [
                .init(
                    schema: BetterAuthSchemas.social,
                    example: ["provider": "apple", "idToken": ["token": "eyJraWQiOi…", "nonce": "0b1c6e0e"]]
                )
            ]),
            answers: [
                sessionAnswer(
                    "The user and the session token, or the URL of Apple's page for a browser.",
                    .either("BetterAuthSocialAnswer", BetterAuthSchemas.signedIn, BetterAuthSchemas.page),
                    isAlways: false
                )
            ],
            errors: [
                ErrorResponse(400, "", ["VALIDATION_ERROR", "PASSWORD_TOO_LONG"], format: .betterAuth),
                ErrorResponse(401, "", ["INVALID_TOKEN", "FAILED_TO_GET_USER_INFO"], format: .betterAuth),
                ErrorResponse(
                    403,
                    "",
                    ["BANNED_USER", "SIGNUP_DISABLED", "INVALID_CALLBACK_URL", "SESSION_LIMIT_REACHED"],
                    format: .betterAuth
                ),
                ErrorResponse(
                    404,
                    "Sign-in with this provider is disabled.",
                    ["PROVIDER_NOT_FOUND"],
                    format: .betterAuth
                ),
                betterAuthThrottled,
            ]
        ),
    ]

    private static func signUp(_ id: String, _ summary: String, _ schema: NamedSchema) -> APIOperation {
        let codes = [
            "VALIDATION_ERROR", "INVALID_EMAIL", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_COMPROMISED",
            "EMAIL_PASSWORD_DISABLED", "EMAIL_PASSWORD_SIGN_UP_DISABLED",
        ]
        return APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            details: "The new user has the role `customer`.",
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [
                .init(
                    schema: schema,
                    example: ["name": "Ada Lovelace", "email": "ada@example.com", "password": "correct horse battery"]
                )
            ]),
            answers: [
                sessionAnswer(
                    "The new user and the session token, which is null until the email address is confirmed.",
                    BetterAuthSchemas.signedUp,
                    isAlways: false
                )
            ],
            errors: [
                ErrorResponse(400, "", codes, format: .betterAuth),
                ErrorResponse(
                    422,
                    "Another user has this email address.",
                    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"],
                    format: .betterAuth
                ),
                ErrorResponse(403, "", ["INVALID_CALLBACK_URL"], format: .betterAuth), betterAuthThrottled,
            ]
        )
    }

    private static func signIn(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [
                .init(
                    schema: BetterAuthSchemas.signIn,
                    example: ["email": "ada@example.com", "password": "correct horse battery"]
                )
            ]),
            answers: [sessionAnswer("The user and the session token.", BetterAuthSchemas.signedIn)],
            errors: [
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "INVALID_EMAIL", "EMAIL_PASSWORD_DISABLED"],
                    format: .betterAuth
                ),
                ErrorResponse(401, "", ["INVALID_EMAIL_OR_PASSWORD"], format: .betterAuth),
                ErrorResponse(
                    403,
                    "",
                    ["BANNED_USER", "INVALID_CALLBACK_URL", "EMAIL_NOT_VERIFIED", "SESSION_LIMIT_REACHED"],
                    format: .betterAuth
                ),
                betterAuthThrottled,
            ]
        )
    }

    private static func sessionAnswer(_ summary: String, _ schema: NamedSchema, isAlways: Bool = true) -> Answer {
        Answer(
            status: .ok,
            summary: summary,
            schema: schema,
            headers: [
                InputDescription("set-auth-token", .text, isRequired: isAlways, "The session's token."),
                InputDescription("Set-Cookie", .text, isRequired: isAlways, "The same token, signed, for browsers."),
            ]
        )
    }
}
