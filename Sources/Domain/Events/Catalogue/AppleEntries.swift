/// Apple's servers, identity tokens and notifications.
enum AppleEntries {
    static let all: [CauseEntry] = [
        .entry("apple.token.invalid_client", .failed, fault: .setup, retry: .no, at: [.appleVerify, .signOut]),
        .entry(
            "apple.token.invalid_grant",
            .failed,
            fault: .app,
            retry: .afterUserAction,
            at: [.appleVerify, .refresh]
        ),
        .entry("apple.token.invalid_request", .failed, fault: .gatehouse, retry: .no, at: [.appleVerify, .signOut]),
        .entry("apple.token.unauthorized_client", .failed, fault: .setup, retry: .no, at: [.appleVerify]),
        .entry("apple.token.unsupported_grant", .failed, fault: .gatehouse, retry: .no, at: [.appleVerify]),
        .entry("apple.token.invalid_scope", .failed, fault: .gatehouse, retry: .no, at: [.appleVerify]),
        .entry("apple.revoke.unverifiable", .success, fault: .apple, retry: .no, at: [.signOut, .accountChange]),
        .entry("apple.server.unavailable", .failed, fault: .apple, retry: .afterDelay, at: [.appleVerify, .signOut]),
        .entry("apple.jwks.unavailable", .failed, fault: .apple, retry: .yes, at: [.appleVerify]),
        .entry("apple.jwks.kid_unknown", .failed, fault: .apple, retry: .afterDelay, at: [.appleVerify]),
        .entry("apple.idtoken.signature", .rejected, fault: .app, retry: .no, at: [.appleVerify]),
        .entry("apple.idtoken.issuer", .rejected, fault: .app, retry: .no, at: [.appleVerify]),
        .entry("apple.idtoken.audience", .rejected, fault: .setup, retry: .no, at: [.appleVerify]),
        .entry("apple.idtoken.time", .rejected, fault: .app, retry: .afterUserAction, at: [.appleVerify]),
        .entry("apple.idtoken.nonce", .rejected, fault: .app, retry: .afterUserAction, at: [.appleVerify]),
        .entry("apple.idtoken.replayed", .rejected, fault: .app, retry: .afterUserAction, at: [.appleVerify]),
        .entry("apple.idtoken.no_email", .success, fault: .apple, retry: .no, at: [.appleVerify]),
        .entry("apple.link.conflict", .rejected, fault: .user, retry: .no, at: [.appleVerify, .tokenExchange]),
        .entry("account.apple_revoked", .success, fault: .user, retry: .no, at: [.accountChange]),
        .entry("account.apple_deleted", .success, fault: .user, retry: .no, at: [.accountChange]),
        .entry("account.relay_mail", .success, fault: .user, retry: .no, at: [.accountChange]),
        .entry("account.notice_bad", .failed, fault: .apple, retry: .no, at: [.accountChange]),
    ]
}
