import Domain
import HTTPTypes
import StrictJSON
import WebCore

extension APIOperation {
    static let betterAuthOperations: [APIOperation] = [
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
                "With the identity token of the app's own sheet. The same token again within five minutes signs the same person in.",
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
                ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth),
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
        APIOperation(
            id: "betterAuthGetSession",
            tag: .betterAuth,
            summary: "Reads the current session",
            details: "`null` without a session, or when it is not good any more.",
            answers: [.ok("The session and the person, or null.", BetterAuthSchemas.presence)],
            security: SecurityScheme.appPerhapsWithSession
        ),
        APIOperation(
            id: "betterAuthSignOut",
            tag: .betterAuth,
            summary: "Ends the session of the request",
            details: "Says so too when there is none.",
            body: nothing,
            answers: [.ok("There is none any more.", BetterAuthSchemas.success)],
            errors: [betterAuthCrossSite],
            security: SecurityScheme.appPerhapsWithSession
        ),
        APIOperation(
            id: "betterAuthListDeviceSessions",
            tag: .betterAuth,
            summary: "Lists the sessions of one browser (multi-session)",
            details: "By their cookies, where the tenant's setting `multi_session` is on.",
            answers: [.ok("The latest session of each.", BetterAuthSchemas.browserSessions)],
            errors: [betterAuthNoMultiSession]
        ),
        browserSession(
            "betterAuthSetActiveSession",
            "Lets another person of the browser act",
            ResponseSchema<BetterAuthPresence>.betterAuthPresence.named
        ),
        browserSession(
            "betterAuthRevokeDeviceSession",
            "Signs one person of the browser out",
            BetterAuthSchemas.status
        ),
        APIOperation(
            id: "betterAuthListSessions",
            tag: .betterAuth,
            summary: "Lists the sessions of the signed-in user",
            answers: [.ok("Those that are alive.", BetterAuthSchemas.sessions)]
        ),
        APIOperation(
            id: "betterAuthRevokeSession",
            tag: .betterAuth,
            summary: "Ends one session of the signed-in user",
            details: "A token that names none changes nothing and is answered the same.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.revocation)]),
            answers: [.ok("It is not alive any more.", BetterAuthSchemas.status)],
            errors: [betterAuthCrossSite, ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth)]
        ),
        APIOperation(
            id: "betterAuthRevokeOtherSessions",
            tag: .betterAuth,
            summary: "Ends the signed-in user's other sessions",
            body: nothing,
            answers: [.ok("They are not alive any more.", BetterAuthSchemas.status)],
            errors: [betterAuthCrossSite]
        ),
        APIOperation(
            id: "betterAuthRevokeSessions",
            tag: .betterAuth,
            summary: "Ends all sessions of the signed-in user",
            body: nothing,
            answers: [.ok("They are not alive any more.", BetterAuthSchemas.status)],
            errors: [betterAuthCrossSite]
        ),
    ]

    private static let betterAuthNoMultiSession = ErrorResponse(
        404,
        "The tenant has it switched off.",
        ["MULTI_SESSION_DISABLED"],
        format: .betterAuth
    )

    private static func browserSession(_ id: String, _ summary: String, _ answer: NamedSchema) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            body: Body(contents: [.init(schema: BetterAuthSchemas.browserSession)]),
            answers: [.ok("It is done.", answer)],
            errors: [
                betterAuthCrossSite, betterAuthNoMultiSession,
                ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth),
                ErrorResponse(401, "", ["INVALID_SESSION_TOKEN"], format: .betterAuth),
            ]
        )
    }

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

    private static let nothing = Body(contents: [.init(schema: BetterAuthSchemas.nothing)], isRequired: false)

    static let betterAuthThrottled = ErrorResponse(
        429,
        "Too many attempts: of this address, for this account, or at this tenant.",
        [],
        format: .betterAuth
    )

    /// The errors of a request that a browser's cookie authorises.
    static let betterAuthCrossSite = ErrorResponse(
        403,
        "",
        ["MISSING_OR_NULL_ORIGIN", "INVALID_ORIGIN"],
        format: .betterAuth
    )

    /// The error of an action that requires a session less than a day old.
    static let betterAuthNotFresh = ErrorResponse(403, "", ["SESSION_NOT_FRESH"], format: .betterAuth)

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

    /// The headers by which a client describes its device; the list of sessions shows them. Longer texts are truncated.
    static let betterAuthDeviceHeaders = [
        InputDescription("x-device-name", Schema.text.example("Ada's iPhone"), "What the person calls the device."),
        InputDescription(
            "x-device-model",
            Schema.text.example("iPhone16,1"),
            "The model of the device; without it read from `User-Agent`."
        ),
        InputDescription(
            "x-os-version",
            Schema.text.example("18.2"),
            "The version of the system; without it read from `User-Agent`."
        ),
        InputDescription(
            "x-app-version",
            Schema.text.example("2.4.0"),
            "The version of the app; without it read from `User-Agent`."
        ),
    ]
}

/// The error responses of this dialect.
extension ErrorResponse {
    static func betterAuth(_ route: RouteDescription, _ operation: APIOperation) -> [ErrorResponse] {
        guard route.authentication != .none else { return [failure(of: .betterAuth)] }
        var errors = [
            ErrorResponse(
                400,
                "The request cannot be read, or its fields are invalid, or nothing says which app it is.",
                ["BAD_REQUEST", "MISSING_API_KEY"],
                format: .betterAuth
            ),
            ErrorResponse(
                401,
                "The key is not valid, or the caller is not signed in.",
                ["INVALID_API_KEY"],
                format: .betterAuth
            ),
            ErrorResponse(403, "Not allowed.", ["TENANT_SUSPENDED", "DIALECT_DISABLED"], format: .betterAuth),
        ]
        if [.appSession, .appAdministrator].contains(route.authentication) { errors[1].codes.append("UNAUTHORIZED") }
        if route.isWrite {
            errors += [
                ErrorResponse(408, "The body did not arrive in time.", ["REQUEST_TIMEOUT"], format: .betterAuth),
                ErrorResponse(413, "The request is too large.", ["PAYLOAD_TOO_LARGE"], format: .betterAuth),
                ErrorResponse(
                    415,
                    "The content type or encoding does not fit.",
                    ["UNSUPPORTED_MEDIA_TYPE"],
                    format: .betterAuth
                ),
            ]
        }
        // Changes of the own account and all administration are rate limited.
        if route.hasRequestLimit || (route.isWrite && route.authentication == .appSession) {
            errors.append(APIOperation.betterAuthThrottled)
        }
        return errors + failures(of: .betterAuth)
    }
}
