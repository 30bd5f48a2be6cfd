import Domain
import HTTPTypes
import StrictJSON
import UseCases
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
        signUp("betterAuthSignUp", "Signs a user up and in", "BetterAuthSignUp", BetterAuthInputs.signUp),
        signUp(
            "betterAuthSignUpBare",
            "Alias of `sign-up/email` in which the name is optional",
            "BetterAuthBareSignUp",
            BetterAuthInputs.bareSignUp
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
            body: .open(
                "BetterAuthSocialSignIn",
                BetterAuthSocial.inputs,
                example: ["provider": "apple", "idToken": ["token": "eyJraWQiOi…", "nonce": "0b1c6e0e"]]
            ),
            answers: [
                sessionAnswer(
                    "The user and the session token, or the URL of Apple's page for a browser.",
                    .either("BetterAuthSocialAnswer", BetterAuthSchemas.signedIn, BetterAuthSchemas.page),
                    isAlways: false
                )
            ],
            errors: .betterAuth(
                [
                    .fields, .longPassword, .apple(.replayed), .apple(.token(.claim("sub"))), .userDisabled,
                    .apple(.signUpDisabled), .signIn(.sessionLimit), .apple(.disabled), .limited,
                ],
                or: [.untrustedCallback]
            )
        ),
    ]

    private static func signUp(
        _ id: String,
        _ summary: String,
        _ body: String,
        _ inputs: Inputs<BetterAuthInputs.SignUp>
    ) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            details: "The new user has the role `customer`.",
            headers: betterAuthDeviceHeaders,
            body: .open(
                body,
                inputs,
                example: ["name": "Ada Lovelace", "email": "ada@example.com", "password": "correct horse battery"]
            ),
            answers: [
                sessionAnswer(
                    "The new user and the session token, which is null until the email address is confirmed.",
                    BetterAuthSchemas.signedUp,
                    isAlways: false
                )
            ],
            errors: .betterAuth(
                [
                    .fields, .badEmail, .shortPassword, .longPassword, .commonPassword, .signIn(.passwordDisabled),
                    .signIn(.signUpDisabled), .emailTaken, .limited,
                ],
                or: [.untrustedCallback]
            )
        )
    }

    private static func signIn(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            headers: betterAuthDeviceHeaders,
            body: .open(
                "BetterAuthSignIn",
                BetterAuthInputs.signIn,
                example: ["email": "ada@example.com", "password": "correct horse battery"]
            ),
            answers: [sessionAnswer("The user and the session token.", BetterAuthSchemas.signedIn)],
            errors: .betterAuth(
                [
                    .fields, .badEmail, .signIn(.passwordDisabled), .signIn(.wrongCredentials), .userDisabled,
                    .signIn(.emailUnconfirmed), .signIn(.sessionLimit), .limited,
                ],
                or: [.untrustedCallback]
            )
        )
    }

    private static func sessionAnswer(_ summary: String, _ schema: NamedSchema, isAlways: Bool = true) -> Answer {
        Answer(
            status: .ok,
            summary: summary,
            schema: schema,
            headers: [
                InputDescription(.setAuthToken, .text, isRequired: isAlways, "The session's token."),
                InputDescription(.setCookie, .text, isRequired: isAlways, "The same token, signed, for browsers."),
            ]
        )
    }
}
