import WebCore

extension ErrorFormat {
    /// The errors of OAuth 2.0 (RFC 6749 §5.2).
    static let oauth = ErrorFormat(
        prefix: "OAuth",
        schema: .oauthError,
        hasChallenge: true
    )
}
