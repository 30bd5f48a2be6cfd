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

    /// Every canonical code of the tables and prefixes that is written out.
    static var canonicals: [String] { Array(table.values) + prefixes.map(\.canonical).filter { !$0.hasSuffix(".") } }

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
        // This server reports errors caused by Apple's, and contradictions, under their canonical codes.
        for cause in AppleServerCauses.all + DetectorCauses.all {
            table[ByteText(cause.canonical)] = cause.canonical
        }
        for reason in Session.EndReason.allCases {
            table[ByteText("session_\(reason.rawValue)")] =
                reason == .refreshReuse ? "refresh.reused" : "session.missing"
        }
        return table
    }()

    /// The codes of GoTrue in small letters, those of Better Auth in capitals.
    private static let rows: [(codes: String, canonical: String)] = [
        ("invalid_credentials INVALID_EMAIL_OR_PASSWORD INVALID_PASSWORD", "pwd.invalid"),
        ("email_not_confirmed EMAIL_NOT_VERIFIED", "pwd.unconfirmed"),
        ("user_banned user_disabled account_disabled tenant_suspended BANNED_USER", "account.banned"),
        ("user_not_found", "account.missing"),
        ("email_exists user_already_exists USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "signup.exists"),
        ("identity_not_found CREDENTIAL_ACCOUNT_NOT_FOUND", "account.identity_missing"),
        ("single_identity_not_deletable FAILED_TO_UNLINK_LAST_ACCOUNT", "account.last_identity"),
        ("weak_password PASSWORD_TOO_SHORT PASSWORD_TOO_LONG PASSWORD_COMPROMISED", "signup.weak_password"),
        ("signup_disabled EMAIL_PASSWORD_SIGN_UP_DISABLED", "signup.disabled"),
        ("email_provider_disabled provider_disabled PROVIDER_NOT_FOUND EMAIL_PASSWORD_DISABLED", "provider.disabled"),
        ("anonymous_provider_disabled phone_provider_disabled manual_linking_disabled", "provider.disabled"),
        ("oauth_provider_not_supported ID_TOKEN_NOT_SUPPORTED", "provider.unsupported"),
        ("unexpected_audience", "apple.idtoken.audience"),
        ("bad_jwt access_token_expired INVALID_TOKEN TOKEN_EXPIRED", "token.bad"),
        ("no_authorization no_tenant MISSING_API_KEY INVALID_API_KEY", "token.missing"),
        ("session_not_found session_unknown FAILED_TO_GET_SESSION", "session.missing"),
        ("session_expired", "session.expired"),
        ("refresh_token_not_found", "refresh.missing"),
        ("refresh_token_already_used", "refresh.reused"),
        ("reauthentication_needed reauthentication_not_valid SESSION_NOT_FRESH", "reauth.needed"),
        ("insufficient_aal", "mfa.insufficient_aal"),
        ("too_many_enrolled_mfa_factors", "mfa.other"),
        ("otp_expired", "otp.expired"),
        ("bad_code_verifier bad_oauth_state bad_oauth_callback", "pkce.state"),
        ("captcha_failed", "captcha.failed"),
        ("validation_failed bad_json invalid_fields VALIDATION_ERROR", "request.invalid"),
        ("INVALID_EMAIL INVALID_CALLBACK_URL INVALID_REDIRECT_URL", "request.invalid"),
        ("feature_disabled dialect_disabled", "request.feature_disabled"),
        ("identity_already_exists SOCIAL_ACCOUNT_ALREADY_LINKED", "apple.link.conflict"),
        ("same_password", "pwd.change_rejected"),
        ("not_admin", "authz.role"),
        ("over_request_rate_limit", "limit.requests"),
        ("over_email_send_rate_limit", "limit.email"),
        ("session_limit_reached", "limit.sessions"),
        ("mail_not_sent", "server.mail"),
        ("mail_budget_exhausted", "limit.mail_budget"),
        ("conflict", "server.conflict"),
        ("request_entity_too_large PAYLOAD_TOO_LARGE", "request.too_large"),
        ("request_timeout", "server.timeout"),
        ("unexpected_failure FAILED_TO_CREATE_SESSION INTERNAL_SERVER_ERROR", "server.error"),
        ("INVALID_ORIGIN MISSING_OR_NULL_ORIGIN", "http.403_uncoded"),
    ]
}
