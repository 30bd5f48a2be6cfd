/// Apple's servers: the token and revocation endpoints, the keys, identity tokens, notices.
enum AppleServerCauses {
    /// Sign in with Apple JS.
    static let javaScript: [Cause] = [
        .row("user_cancelled_authorize", "apple.sheet.cancelled", .cancelled),
        .row("popup_closed_by_user", "apple.sheet.cancelled", .cancelled),
        .row("user_trigger_new_signin_flow", "apple.sheet.cancelled", .cancelled),
    ]

    /// RFC 6749 §5.2, as Apple implements it.
    static let token: [Cause] =
        [
            .row("invalid_request", "apple.token.invalid_request", .failed),
            .row("invalid_client", "apple.token.invalid_client", .failed),
            .row("invalid_grant", "apple.token.invalid_grant", .failed),
            .row("unauthorized_client", "apple.token.unauthorized_client", .failed),
            .row("unsupported_grant_type", "apple.token.unsupported_grant", .failed),
            .row("invalid_scope", "apple.token.invalid_scope", .failed),
            .row("unavailable", "apple.server.unavailable", .failed),
        ] + javaScript

    static let revoke: [Cause] = [.row("200-always", "apple.revoke.unverifiable", .success)]

    static let keys: [Cause] = [
        .row("fetch_failed", "apple.jwks.unavailable", .failed),
        .row("kid_unknown", "apple.jwks.kid_unknown", .failed),
    ]

    static let identityToken: [Cause] = [
        .row("bad_signature", "apple.idtoken.signature", .rejected),
        .row("iss", "apple.idtoken.issuer", .rejected),
        .row("aud", "apple.idtoken.audience", .rejected),
        .row("expired", "apple.idtoken.time", .rejected),
        .row("iat_future", "apple.idtoken.time", .rejected),
        .row("nonce", "apple.idtoken.nonce", .rejected),
        .row("replayed", "apple.idtoken.replayed", .rejected),
        .row("no_email", "apple.idtoken.no_email", .success),
        .row("sub_conflict", "apple.link.conflict", .rejected),
    ]

    static let all = token + revoke + keys + identityToken + notice

    static let notice: [Cause] = [
        .row("consent-revoked", "account.apple_revoked", .success),
        .row("account-delete", "account.apple_deleted", .success),
        .row("account-deleted", "account.apple_deleted", .success),
        .row("email-disabled", "account.relay_mail", .success),
        .row("email-enabled", "account.relay_mail", .success),
        .row("invalid_jws", "account.notice_bad", .failed),
        .row("duplicate", "account.notice_bad", .failed),
        .row("unknown_aud", "account.notice_bad", .failed),
    ]
}
