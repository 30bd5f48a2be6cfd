import WebCore

/// What the routes for apps contribute to the description of the API.
package enum AppDescription {
    package static let operations: [APIOperation] =
        APIOperation.appleNoticeOperations + APIOperation.accountOperations
        + APIOperation.betterAuthSignInOperations + APIOperation.betterAuthSessionOperations
        + APIOperation.betterAuthAccountOperations + APIOperation.betterAuthPasswordOperations
        + APIOperation.betterAuthAdministrationOperations
        + APIOperation.goTrueOperations + APIOperation.goTrueAdministrationOperations
        + APIOperation.goTrueMessageOperations + APIOperation.goTrueIdentityOperations
        + APIOperation.goTrueWebFlowOperations + APIOperation.tokenOperations

    package static let errors: [RouteDescription.Area: ErrorResponses.Table] = [
        .auth: { route, _ in .betterAuth(route) },
        .tokens: { route, _ in ErrorResponse.tokens(route) },
        .account: { route, _ in ErrorResponse.account(route) },
        .goTrue: { route, _ in .goTrue(route) },
        .apple: { _, _ in ErrorResponse.apple },
    ]

    package static func sessionCookieName(isSecure: Bool) -> String { SessionCookie.name(isSecure: isSecure) }
}
