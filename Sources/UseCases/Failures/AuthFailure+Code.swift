import Domain

/// How a failure is recorded, whatever the dialect of the client.
extension AuthFailure {
    public var outcome: Outcome {
        switch self {
        case .unavailable: .failed
        case .apple(.token(let failure)): failure.outcome
        case .invalid, .throttled, .tooManyMessages, .emailTaken, .userDisabled, .rejected, .app, .signIn, .accessToken,
            .refreshToken, .session, .link, .apple, .account:
            .rejected
        }
    }

    /// The canonical code of the cause: `invalid_credentials`. The dialect of GoTrue answers with it, unless its table
    /// has another one.
    public var code: String {
        switch self {
        case .invalid(let problems):
            problems.contains { $0.field == "password" } ? "weak_password" : "validation_failed"
        case .throttled: "over_request_rate_limit"
        case .tooManyMessages: "over_email_send_rate_limit"
        case .unavailable: "unexpected_failure"
        case .emailTaken: "email_exists"
        case .userDisabled: "user_banned"
        case .rejected: "user_not_found"
        case .app(let reason): reason.code
        case .signIn(let reason): reason.code
        case .accessToken: "bad_jwt"
        case .refreshToken(let reason): reason.code
        case .session(let reason): reason.code
        case .link(let reason): reason.code
        case .apple(let reason): reason.code
        case .account(let reason): reason.code
        }
    }

    /// Whether nothing was decided.
    public var isUnavailable: Bool { if case .unavailable = self { true } else { false } }

    /// When to retry; nil when the request cannot succeed as it is.
    public var retryAfter: Duration? {
        switch self {
        case .throttled(let wait), .tooManyMessages(let wait), .unavailable(let wait): wait
        case .apple(.token(let failure)): failure.retryAfter
        default: nil
        }
    }
}

extension AuthFailure.AppReason {
    fileprivate var code: String {
        switch self {
        case .noTenant, .unknownKey: "no_authorization"
        case .tenantSuspended: "tenant_suspended"
        case .dialectDisabled: "feature_disabled"
        }
    }
}

extension AuthFailure.SignInReason {
    fileprivate var code: String {
        switch self {
        case .wrongCredentials, .noConsoleAccess: "invalid_credentials"
        case .passwordDisabled, .anonymousDisabled: "email_provider_disabled"
        case .signUpDisabled: "signup_disabled"
        case .emailUnconfirmed: "email_not_confirmed"
        case .sessionLimit: "session_limit_reached"
        case .userExists: "user_already_exists"
        }
    }
}

extension AuthFailure.RefreshTokenReason {
    fileprivate var code: String {
        switch self {
        case .malformed: "validation_failed"
        case .unknown: "refresh_token_not_found"
        case .otherTenant: "no_authorization"
        case .alreadyUsed: "refresh_token_already_used"
        }
    }
}

extension AuthFailure.SessionReason {
    fileprivate var code: String {
        switch self {
        case .notFound, .ended: "session_not_found"
        case .expired: "session_expired"
        case .tenantSuspended: "tenant_suspended"
        }
    }
}

extension AuthFailure.LinkReason {
    fileprivate var code: String {
        switch self {
        case .gone: "otp_expired"
        case .disabled: "email_provider_disabled"
        case .wrongVerifier: "bad_code_verifier"
        }
    }
}

extension AuthFailure.AppleReason {
    fileprivate var code: String {
        switch self {
        case .disabled: "provider_disabled"
        case .token(let failure): failure.code
        case .replayed: "apple.idtoken.replayed"
        case .withdrawn: "account.apple_revoked"
        case .signUpDisabled: "signup_disabled"
        case .sessionEnded: "user_banned"
        case .taken: "apple.link.conflict"
        }
    }

    /// Whether the failure is about what Apple signed, and so belongs to the token validation.
    var isOfToken: Bool {
        switch self {
        case .token, .replayed, .withdrawn: true
        case .disabled, .signUpDisabled, .sessionEnded, .taken: false
        }
    }
}

extension AuthFailure.AccountReason {
    fileprivate var code: String {
        switch self {
        case .reauthenticationNeeded, .proofNeeded, .passwordSignInNeeded, .passwordRequired, .sessionNotFresh,
            .impersonated:
            "reauthentication_needed"
        case .wrongCurrentPassword, .noPassword: "current_password_invalid"
        case .wrongNonce: "reauthentication_not_valid"
        case .samePassword: "same_password"
        case .emailUnavailable: "email_provider_disabled"
        case .identityNotFound: "identity_not_found"
        case .lastIdentity: "single_identity_not_deletable"
        }
    }
}
