import Domain
import UseCases
import WebCore

extension APIOperation {
    /// The operations on the sessions of a user and of a browser.
    static let betterAuthSessionOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthGetSession",
            tag: .betterAuth,
            summary: "Reads the current session",
            details: "`null` without a session, or when it has ended.",
            answers: [.ok("The session and its user, or null.", BetterAuthSchemas.presence)],
            security: SecurityScheme.appPerhapsWithSession
        ),
        APIOperation(
            id: "betterAuthSignOut",
            tag: .betterAuth,
            summary: "Ends the session of the request",
            details: "Succeeds without a session too.",
            body: nothing,
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: .betterAuth(or: crossSite),
            security: SecurityScheme.appPerhapsWithSession
        ),
        APIOperation(
            id: "betterAuthListDeviceSessions",
            tag: .betterAuth,
            summary: "Lists the sessions of one browser (multi-session)",
            details: "Reads their cookies. Requires the tenant's setting `multi_session`.",
            answers: [.ok("The latest session of each user.", BetterAuthSchemas.browserSessions)],
            errors: .betterAuth(or: [.multiSessionDisabled])
        ),
        browserSession(
            "betterAuthSetActiveSession",
            "Switches to another session of the browser",
            ResponseSchema<BetterAuthPresence>.betterAuthPresence.named
        ),
        browserSession(
            "betterAuthRevokeDeviceSession",
            "Ends one session of the browser",
            BetterAuthSchemas.status
        ),
        APIOperation(
            id: "betterAuthListSessions",
            tag: .betterAuth,
            summary: "Lists the sessions of the signed-in user",
            answers: [.ok("The active sessions.", BetterAuthSchemas.sessions)]
        ),
        APIOperation(
            id: "betterAuthRevokeSession",
            tag: .betterAuth,
            summary: "Ends one session of the signed-in user",
            details: "An unknown token changes nothing, and the response is the same.",
            body: .open("BetterAuthRevocation", BetterAuthInputs.revocation),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: .betterAuth([.fields], or: crossSite)
        ),
        APIOperation(
            id: "betterAuthRevokeOtherSessions",
            tag: .betterAuth,
            summary: "Ends the signed-in user's other sessions",
            body: nothing,
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: .betterAuth(or: crossSite)
        ),
        APIOperation(
            id: "betterAuthRevokeSessions",
            tag: .betterAuth,
            summary: "Ends all sessions of the signed-in user",
            body: nothing,
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: .betterAuth(or: crossSite)
        ),
    ]

    private static func browserSession(_ id: String, _ summary: String, _ answer: NamedSchema) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            body: .open("BetterAuthDeviceSession", BetterAuthInputs.browserSession),
            answers: [.ok("Success.", answer)],
            errors: .betterAuth([.fields], or: crossSite + [.multiSessionDisabled, .unknownBrowserSession])
        )
    }

    static let nothing = Body(contents: [.init(schema: BetterAuthSchemas.nothing)], isRequired: false)
}
