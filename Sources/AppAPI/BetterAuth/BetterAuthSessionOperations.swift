import WebCore

extension APIOperation {
    /// The operations on the sessions of a user and of a browser.
    static let betterAuthSessionOperations: [APIOperation] = [
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

    private static let nothing = Body(contents: [.init(schema: BetterAuthSchemas.nothing)], isRequired: false)
}
