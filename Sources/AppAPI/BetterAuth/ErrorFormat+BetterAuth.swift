import WebCore

extension ErrorFormat {
    /// The errors of Better Auth.
    static let betterAuth = ErrorFormat(
        prefix: "BetterAuth",
        schema: .betterAuthError,
        internalError: "INTERNAL_SERVER_ERROR",
        unavailable: "SERVICE_UNAVAILABLE",
        hasOwnRetryHeader: true
    )
}
