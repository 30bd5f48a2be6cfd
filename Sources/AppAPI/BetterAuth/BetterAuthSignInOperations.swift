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
            answers: [.ok("It is.", BetterAuthSchemas.ok)]
        ),
        signUp("betterAuthSignUp", "Signs someone up and in", BetterAuthSchemas.signUp),
        signUp(
            "betterAuthSignUpBare",
            "The same as `sign-up/email`, and the name may be missing",
            BetterAuthSchemas.bareSignUp
        ),
        signIn("betterAuthSignIn", "Signs someone in"),
        signIn("betterAuthSignInBare", "The same as `sign-in/email`"),
        APIOperation(
            id: "betterAuthSocialSignIn",
            tag: .betterAuth,
            summary: "Signs a user in or up with Apple",
            details:
                """
                With the identity token of the app's own sheet. The same token again within five minutes, from a \
                similar device, signs the same person in.
                """,
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [
                .init(
                    schema: BetterAuthSchemas.social,
                    example: ["provider": "apple", "idToken": ["token": "eyJraWQiOi…", "nonce": "0b1c6e0e"]]
                )
            ]),
            answers: [
                begun(
                    "The person, and the token of the session; or Apple's page for a browser.",
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
                    "The app does not let people in with this provider.",
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
            details: "The person has the role `customer`.",
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [
                .init(
                    schema: schema,
                    example: ["name": "Ada Lovelace", "email": "ada@example.com", "password": "correct horse battery"]
                )
            ]),
            answers: [
                begun(
                    "The new person, and the token of their session; null while the address is not confirmed.",
                    BetterAuthSchemas.signedUp,
                    isAlways: false
                )
            ],
            errors: [
                ErrorResponse(400, "", codes, format: .betterAuth),
                ErrorResponse(
                    422,
                    "Someone has this address already.",
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
            answers: [begun("The person, and the token of the session.", BetterAuthSchemas.signedIn)],
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

    private static func begun(_ summary: String, _ schema: NamedSchema, isAlways: Bool = true) -> Answer {
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
