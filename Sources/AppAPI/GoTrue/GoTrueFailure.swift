import Domain
import HTTPTypes
import UseCases
import WebCore

/// Maps errors to the GoTrue codes that its clients branch on, with their statuses.
///
/// `session_not_found`, `session_expired`, `refresh_token_not_found` and `refresh_token_already_used` make a client
/// discard its session for good. A temporary error never has one of these codes.
extension WebFailure {
    static func goTrue(_ status: HTTPResponse.Status, _ code: String, _ message: String) -> WebFailure {
        WebFailure(status, code, title: message, detail: message)
    }

    /// A failure whose message is localized, because users read it.
    static func goTrue(_ status: HTTPResponse.Status, _ code: String, _ message: LocalizableText) -> WebFailure {
        WebFailure(status, code, title: message.english, detail: message)
    }

    static let goTrueNoBearer = goTrue(.unauthorized, "no_authorization", "This endpoint requires a bearer token.")
    static let goTrueNotAdmin = goTrue(
        .forbidden,
        "not_admin",
        "Send the tenant's secret key (gh_sk_…) as the bearer token."
    )
    static let goTrueBadToken = goTrue(
        .forbidden,
        "bad_jwt",
        "The token is invalid or has expired. Refresh the session."
    )
    static let goTrueNoUser = goTrue(.notFound, "user_not_found", "There is no such user.")
    static let goTrueNoIdentity = goTrue(.notFound, "identity_not_found", "Identity not found")
    static let goTrueForeignIssuer = goTrueInvalid(
        "The issuer of the id_token is not Apple, or differs from the issuer in the request."
    )
    private static let goTrueEmailExists = goTrue(
        .unprocessableContent,
        "email_exists",
        .localizable("answers.email-taken", "This email address is already in use.")
    )
    private static let goTrueSignUpDisabled = goTrue(
        .unprocessableContent,
        "signup_disabled",
        .localizable("answers.sign-up-disabled", "Sign-up is disabled.")
    )
    private static let goTrueNoMail = goTrue(
        .unprocessableContent,
        "feature_disabled",
        .localizable("answers.no-mail", "This action requires an email, and email delivery is not available.")
    )

    private static func goTrueBanned(_ status: HTTPResponse.Status) -> WebFailure {
        goTrue(
            status,
            "user_banned",
            .localizable("answers.user-disabled", "This account is disabled. Contact the administrator of the app.")
        )
    }

    private static func goTrueTooManyMessages(retryAfter wait: Duration) -> WebFailure {
        let failure = WebFailure(DomainError.throttled(retryAfter: wait))
        return WebFailure(
            failure.status,
            "over_email_send_rate_limit",
            title: failure.title,
            detail: failure.detail,
            retryAfter: failure.retryAfter,
            headers: failure.headers,
            cause: failure.cause
        )
    }

    static func goTrueProviderOff(_ provider: String) -> WebFailure {
        goTrue(
            .badRequest,
            "provider_disabled",
            "Provider \(VisibleText.escaped(provider.beginning(ofBytes: 40))) is not enabled"
        )
    }

    static func goTrueInvalid(_ message: String) -> WebFailure { goTrue(.badRequest, "validation_failed", message) }

    /// Maps a failure to the error of this dialect.
    init(goTrue failure: AuthFailure, at endpoint: GoTrueEndpoint) {
        switch failure {
        case .invalid(let problems): self.init(DomainError.invalid(problems))
        case .throttled(let wait): self.init(DomainError.throttled(retryAfter: wait))
        case .tooManyMessages(let wait): self = .goTrueTooManyMessages(retryAfter: wait)
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        case .emailTaken: self = .goTrueEmailExists
        case .userDisabled: self = .goTrueBanned(endpoint.isCredentialGrant ? .badRequest : .forbidden)
        case .rejected(let error): self.init(error)
        case .app(let reason): self.init(app: reason)
        case .signIn(let reason): self = .goTrue(reason, at: endpoint)
        case .accessToken: self = .goTrueBadToken
        case .refreshToken(let reason): self = .goTrue(reason)
        case .session(let reason): self = .goTrue(reason, at: endpoint)
        case .link(let reason): self = .goTrue(reason, at: endpoint)
        case .apple(let reason): self.init(goTrue: reason)
        case .account(let reason): self = .goTrue(reason)
        }
    }

    private static func goTrue(_ reason: AuthFailure.SignInReason, at endpoint: GoTrueEndpoint) -> WebFailure {
        switch reason {
        case .wrongCredentials, .noConsoleAccess:
            goTrue(
                .badRequest,
                "invalid_credentials",
                .localizable("answers.invalid-credentials", "Invalid login credentials")
            )
        case .anonymousDisabled:
            goTrue(
                .unprocessableContent,
                "anonymous_provider_disabled",
                .localizable("answers.anonymous-disabled", "Anonymous sign-ins are disabled.")
            )
        case .passwordDisabled:
            goTrue(
                endpoint == .signUp ? .badRequest : .unprocessableContent,
                "email_provider_disabled",
                .localizable("answers.password-disabled", "Sign-in with email and password is disabled.")
            )
        case .signUpDisabled: goTrueSignUpDisabled
        case .emailUnconfirmed:
            goTrue(
                .badRequest,
                "email_not_confirmed",
                .localizable("answers.email-unconfirmed", "The email address is not confirmed.")
            )
        case .sessionLimit: sessionLimit
        case .userExists:
            goTrue(
                .unprocessableContent,
                "user_already_exists",
                .localizable("answers.email-taken", "This email address is already in use.")
            )
        }
    }

    private static func goTrue(_ reason: AuthFailure.RefreshTokenReason) -> WebFailure {
        switch reason {
        case .malformed: goTrueInvalid("The refresh token is malformed.")
        case .unknown: goTrue(.badRequest, "refresh_token_not_found", "The refresh token was not found.")
        case .otherTenant:
            goTrue(
                .unauthorized,
                "no_authorization",
                "The refresh token belongs to another app. Send the key of that app."
            )
        case .alreadyUsed: goTrue(.badRequest, "refresh_token_already_used", "The refresh token has already been used.")
        }
    }

    private static func goTrue(_ reason: AuthFailure.SessionReason, at endpoint: GoTrueEndpoint) -> WebFailure {
        let gone = LocalizableText.localizable("answers.session-ended", "The session has ended. Sign in again.")
        return switch (reason, endpoint.isCredentialGrant) {
        case (.notFound, true), (.ended, true): goTrue(.badRequest, "session_not_found", gone)
        case (.expired, true):
            goTrue(
                .badRequest,
                "session_expired",
                .localizable("answers.session-expired", "The session has expired. Sign in again.")
            )
        case (.notFound, false), (.ended, false), (.expired, false): goTrue(.forbidden, "session_not_found", gone)
        case (.tenantSuspended, _):
            goTrue(.forbidden, "tenant_suspended", .localizable("answers.tenant-suspended", "The app is suspended."))
        }
    }

    private static func goTrue(_ reason: AuthFailure.LinkReason, at endpoint: GoTrueEndpoint) -> WebFailure {
        switch reason {
        case .gone where endpoint == .codeGrant:
            goTrue(.notFound, "flow_state_not_found", "The code is invalid, has expired or was already used.")
        case .gone:
            goTrue(
                .forbidden,
                "otp_expired",
                .localizable("answers.link-or-code-gone", "The link or code is invalid, expired or already used.")
            )
        case .disabled:
            goTrue(
                .unprocessableContent,
                "email_provider_disabled",
                .localizable("answers.email-disabled", "Sign-in with email is disabled.")
            )
        case .wrongVerifier:
            goTrue(.badRequest, "bad_code_verifier", "The code verifier does not match the code challenge.")
        }
    }

    private init(goTrue reason: AuthFailure.AppleReason) {
        switch reason {
        case .disabled: self = .goTrueProviderOff("apple")
        case .token(.keysUnavailable(let wait)): self.init(DomainError.unavailable(retryAfter: wait))
        case .token: self = .goTrueForeignIssuer
        case .replayed, .withdrawn: self = .goTrueInvalid("This ID token has already been used.")
        case .signUpDisabled: self = .goTrueSignUpDisabled
        case .sessionEnded: self = .goTrueBanned(.forbidden)
        case .taken:
            self = .goTrue(
                .unprocessableContent,
                "identity_already_exists",
                .localizable("answers.identity-linked", "Identity is already linked to another user")
            )
        }
    }

    private static func goTrue(_ reason: AuthFailure.AccountReason) -> WebFailure {
        switch reason {
        case .reauthenticationNeeded:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                "Reauthenticate: send current_password or a reauthentication nonce; without either, sign in again."
            )
        case .proofNeeded:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                "Send current_password or a reauthentication nonce. Signing in again is not enough for this."
            )
        case .passwordSignInNeeded:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                "Send current_password, or sign in with the password on this device and try again within ten minutes."
            )
        case .passwordRequired:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                "Send current_password. Signing in again is not enough for an account with console access."
            )
        case .sessionNotFresh:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                .localizable("answers.session-stale", "This action requires a recent sign-in. Sign in again.")
            )
        case .impersonated:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                .localizable("answers.impersonated", "This action is not allowed during impersonation.")
            )
        case .wrongCurrentPassword:
            goTrue(
                .badRequest,
                "current_password_invalid",
                .localizable("answers.current-password-wrong", "The current password is incorrect.")
            )
        case .wrongNonce:
            goTrue(
                .unprocessableContent,
                "reauthentication_not_valid",
                .localizable("answers.nonce-gone", "The nonce is invalid, expired or already used.")
            )
        case .noPassword:
            goTrue(
                .badRequest,
                "current_password_invalid",
                .localizable("answers.no-password", "This account has no password.")
            )
        case .samePassword:
            goTrue(
                .unprocessableContent,
                "same_password",
                .localizable("answers.password-unchanged", "The new password is the same as the current one.")
            )
        case .emailUnavailable: goTrueNoMail
        case .identityNotFound: goTrueNoIdentity
        case .lastIdentity:
            goTrue(
                .unprocessableContent,
                "single_identity_not_deletable",
                .localizable("answers.last-identity", "User must have at least 1 identity after unlinking")
            )
        }
    }

    /// Converts the error of a backend's request.
    init(goTrueAdministration error: DomainError) {
        switch error {
        case .notFound: self = .goTrueNoUser
        case .conflict(.emailTaken): self = .goTrueEmailExists
        case .conflict(.lastAdministrator): self = .goTrue(.conflict, "conflict", "This is the last administrator.")
        case .denied: self = .goTrue(.forbidden, "not_admin", "Not allowed.")
        default: self.init(error)
        }
    }
}
