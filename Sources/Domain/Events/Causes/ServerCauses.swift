import StrictJSON

/// Error codes of this server, in both API dialects, and Apple's codes when a server passes them on.
enum ServerCauses {
    /// - Returns: nil for a text that is no code of a server.
    static func canonical(_ code: String) -> String? {
        let code = code.lowercasedASCII()
        return table[ByteText(code)]
            ?? prefixes.first { code.hasBytePrefix($0.prefix) }.map { prefix in
                prefix.canonical.hasSuffix(".")
                    ? prefix.canonical + code[code.utf8.index(code.startIndex, offsetBy: prefix.prefix.utf8.count)...]
                    : prefix.canonical
            }
    }

    private static let prefixes: [(prefix: String, canonical: String)] = [
        ("mfa_", "mfa."), ("flow_state_", "pkce.state"), ("current_password_", "pwd.change_rejected"),
        ("hook_timeout", "server.hook"),
    ]

    private static let table: [ByteText: String] = {
        var table = [ByteText: String]()
        for (codes, canonical) in rows {
            for code in codes.split(separator: " ") { table[ByteText(code.lowercasedASCII())] = canonical }
        }
        for cause in AppleServerCauses.token { table[ByteText(cause.code)] = cause.canonical }
        // This server reports errors caused by Apple's under their canonical codes.
        for cause in AppleServerCauses.all {
            table[ByteText(cause.canonical)] = cause.canonical
        }
        return table
    }()

    /// The codes of GoTrue in small letters, those of Better Auth in capitals.
    private static let rows: [(codes: String, canonical: String)] = [
        ("invalid_credentials INVALID_EMAIL_OR_PASSWORD INVALID_PASSWORD", "pwd.invalid"),
        ("email_not_confirmed EMAIL_NOT_VERIFIED", "pwd.unconfirmed"),
        ("user_banned user_disabled tenant_suspended", "account.banned"),
        ("user_not_found", "account.missing"),
        ("email_exists user_already_exists USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "signup.exists"),
        ("weak_password PASSWORD_TOO_SHORT PASSWORD_TOO_LONG", "signup.weak_password"),
        ("signup_disabled", "signup.disabled"),
        ("email_provider_disabled provider_disabled PROVIDER_NOT_FOUND", "provider.disabled"),
        ("oauth_provider_not_supported ID_TOKEN_NOT_SUPPORTED", "provider.unsupported"),
        ("unexpected_audience", "apple.idtoken.audience"),
        ("bad_jwt INVALID_TOKEN TOKEN_EXPIRED", "token.bad"),
        ("no_authorization", "token.missing"),
        ("session_not_found FAILED_TO_GET_SESSION", "session.missing"),
        ("session_expired", "session.expired"),
        ("refresh_token_not_found", "refresh.missing"),
        ("refresh_token_already_used", "refresh.reused"),
        ("reauthentication_needed reauthentication_not_valid SESSION_NOT_FRESH", "reauth.needed"),
        ("insufficient_aal", "mfa.insufficient_aal"),
        ("otp_expired", "otp.expired"),
        ("bad_code_verifier bad_oauth_state bad_oauth_callback", "pkce.state"),
        ("captcha_failed", "captcha.failed"),
        ("validation_failed bad_json VALIDATION_ERROR", "request.invalid"),
        ("identity_already_exists SOCIAL_ACCOUNT_ALREADY_LINKED", "apple.link.conflict"),
        ("same_password", "pwd.change_rejected"),
        ("not_admin", "authz.role"),
        ("over_request_rate_limit", "limit.requests"),
        ("over_email_send_rate_limit", "limit.email"),
        ("session_limit_reached", "limit.sessions"),
        ("mail_not_sent", "server.mail"),
        ("mail_budget_exhausted", "limit.mail_budget"),
        ("conflict", "server.conflict"),
        ("request_entity_too_large", "request.too_large"),
        ("request_timeout", "server.timeout"),
        ("unexpected_failure FAILED_TO_CREATE_SESSION", "server.error"),
        ("INVALID_ORIGIN", "http.403_uncoded"),
    ]
}
