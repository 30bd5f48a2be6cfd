/// What the server answers about sign-in, accounts and sessions.
enum AccountEntries {
    static let all: [CauseEntry] = [
        .entry("pwd.invalid", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("pwd.unconfirmed", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("pwd.change_rejected", .rejected, fault: .user, retry: .afterUserAction, at: [.apiUse]),
        .entry("account.banned", .rejected, fault: .setup, retry: .no, at: [.tokenExchange, .refresh, .apiUse]),
        .entry("account.missing", .rejected, fault: .user, retry: .no, at: [.apiUse, .refresh, .tokenExchange]),
        .entry("account.identity_missing", .rejected, fault: .app, retry: .no, at: [.apiUse]),
        .entry("account.last_identity", .rejected, fault: .user, retry: .afterUserAction, at: [.apiUse]),
        .entry("signup.exists", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry(
            "signup.weak_password",
            .rejected,
            fault: .user,
            retry: .afterUserAction,
            at: [.tokenExchange, .apiUse]
        ),
        .entry("signup.disabled", .rejected, fault: .setup, retry: .no, at: [.tokenExchange]),
        .entry("provider.disabled", .rejected, fault: .setup, retry: .no, at: [.tokenExchange]),
        .entry("provider.unsupported", .failed, fault: .app, retry: .no, at: [.tokenExchange]),
        .entry("token.bad", .rejected, fault: .app, retry: .no, at: [.apiUse, .refresh]),
        .entry("token.missing", .rejected, fault: .app, retry: .no, at: [.apiUse]),
        .entry(
            "session.missing",
            .rejected,
            fault: .user,
            retry: .afterUserAction,
            at: [.refresh, .apiUse, .sessionRestore]
        ),
        .entry(
            "session.expired",
            .rejected,
            fault: .setup,
            retry: .afterUserAction,
            at: [.refresh, .apiUse, .sessionRestore]
        ),
        .entry("refresh.missing", .rejected, fault: .app, retry: .afterUserAction, at: [.refresh, .sessionRestore]),
        .entry("refresh.reused", .rejected, fault: .app, retry: .afterUserAction, at: [.refresh]),
        .entry("reauth.needed", .rejected, fault: .user, retry: .afterUserAction, at: [.apiUse]),
        .entry(
            "mfa.insufficient_aal",
            .rejected,
            fault: .user,
            retry: .afterUserAction,
            at: [.apiUse, .tokenExchange]
        ),
        .entry("mfa.challenge_expired", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("mfa.verification_failed", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("mfa.verification_rejected", .rejected, fault: .setup, retry: .no, at: [.tokenExchange]),
        .entry("mfa.factor_not_found", .rejected, fault: .app, retry: .afterUserAction, at: [.tokenExchange, .apiUse]),
        .entry("mfa.factor_name_conflict", .rejected, fault: .user, retry: .afterUserAction, at: [.apiUse]),
        .entry("mfa.ip_address_mismatch", .rejected, fault: .network, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("mfa.other", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange, .apiUse]),
        .entry("otp.expired", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("pkce.state", .failed, fault: .app, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("captcha.failed", .rejected, fault: .user, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("authz.role", .rejected, fault: .setup, retry: .no, at: [.apiUse]),
    ]
}
