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

    /// A failure that users read.
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
        "The token is not good, or past its time. Refresh the session."
    )
    static let goTrueNoUser = goTrue(.notFound, "user_not_found", "There is no such user.")
    static let goTrueNoIdentity = goTrue(.notFound, "identity_not_found", "Identity not found")
    static let goTrueForeignIssuer = goTrueInvalid(
        "The issuer of the id_token is not Apple, or not the one that was named."
    )
    private static let goTrueEmailExists = goTrue(
        .unprocessableContent,
        "email_exists",
        .localizable("answers.email-taken", "Someone has this e-mail address already.")
    )
    private static let goTrueSignUpDisabled = goTrue(
        .unprocessableContent,
        "signup_disabled",
        .localizable("answers.sign-up-disabled", "This app makes no new accounts this way.")
    )
    private static let goTrueNoMail = goTrue(
        .unprocessableContent,
        "feature_disabled",
        .localizable("answers.no-mail", "This needs a message by e-mail, which is not sent from here.")
    )

    private static func goTrueBanned(_ status: HTTPResponse.Status) -> WebFailure {
        goTrue(
            status,
            "user_banned",
            .localizable("answers.user-disabled", "This account is switched off. Ask the people who run the app.")
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

    /// The table of this dialect.
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
                .localizable("answers.anonymous-disabled", "Anonymous sign-ins are off.")
            )
        case .passwordDisabled:
            goTrue(
                endpoint == .signUp ? .badRequest : .unprocessableContent,
                "email_provider_disabled",
                .localizable("answers.password-disabled", "Signing in with e-mail and password is off.")
            )
        case .signUpDisabled: goTrueSignUpDisabled
        case .emailUnconfirmed:
            goTrue(
                .badRequest,
                "email_not_confirmed",
                .localizable("answers.email-unconfirmed", "The e-mail address is not confirmed.")
            )
        case .sessionLimit: sessionLimit
        case .userExists:
            goTrue(
                .unprocessableContent,
                "user_already_exists",
                .localizable("answers.email-taken", "Someone has this e-mail address already.")
            )
        }
    }

    private static func goTrue(_ reason: AuthFailure.RefreshTokenReason) -> WebFailure {
        switch reason {
        case .malformed: goTrueInvalid("This is not a refresh token.")
        case .unknown: goTrue(.badRequest, "refresh_token_not_found", "This refresh token is not known.")
        case .otherTenant:
            goTrue(
                .unauthorized,
                "no_authorization",
                "The refresh token is not of the app whose key came with it. Send that app's key."
            )
        case .alreadyUsed: goTrue(.badRequest, "refresh_token_already_used", "This refresh token was used before.")
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
                .localizable("answers.session-expired", "The session is too old. Sign in again.")
            )
        case (.notFound, false), (.ended, false), (.expired, false): goTrue(.forbidden, "session_not_found", gone)
        case (.tenantSuspended, _):
            goTrue(.forbidden, "tenant_suspended", .localizable("answers.tenant-suspended", "The app is switched off."))
        }
    }

    private static func goTrue(_ reason: AuthFailure.LinkReason, at endpoint: GoTrueEndpoint) -> WebFailure {
        switch reason {
        case .gone where endpoint == .codeGrant:
            goTrue(.notFound, "flow_state_not_found", "This code is used up, too old, or was never given out.")
        case .gone:
            goTrue(
                .forbidden,
                "otp_expired",
                .localizable("answers.link-or-code-gone", "The link or code is used up, too old or wrong.")
            )
        case .disabled:
            goTrue(
                .unprocessableContent,
                "email_provider_disabled",
                .localizable("answers.email-disabled", "Signing in with e-mail is off.")
            )
        case .wrongVerifier:
            goTrue(.badRequest, "bad_code_verifier", "The code verifier is not the one of this code.")
        }
    }

    private init(goTrue reason: AuthFailure.AppleReason) {
        switch reason {
        case .disabled: self = .goTrueProviderOff("apple")
        case .token(.keysUnavailable(let wait)): self.init(DomainError.unavailable(retryAfter: wait))
        case .token: self = .goTrueForeignIssuer
        case .replayed, .withdrawn: self = .goTrueInvalid("This ID token was used before.")
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
                "Show that it is still you: send current_password or the nonce of a message; without either, sign in again."
            )
        case .proofNeeded:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                "Send current_password, or the nonce of a message. Signing in again is not enough for this."
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
                "Send current_password. Signing in again is not enough for an account that opens the console."
            )
        case .sessionNotFresh:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                .localizable("answers.session-stale", "The session is too old for that. Sign in again.")
            )
        case .impersonated:
            goTrue(
                .badRequest,
                "reauthentication_needed",
                .localizable("answers.impersonated", "An administrator who signed in as this user cannot do this.")
            )
        case .wrongCurrentPassword:
            goTrue(
                .badRequest,
                "current_password_invalid",
                .localizable("answers.current-password-wrong", "The current password is another one.")
            )
        case .wrongNonce:
            goTrue(
                .unprocessableContent,
                "reauthentication_not_valid",
                .localizable("answers.nonce-gone", "The nonce is used up, too old or wrong.")
            )
        case .noPassword:
            goTrue(
                .badRequest,
                "current_password_invalid",
                .localizable("answers.no-password", "There is no password yet.")
            )
        case .samePassword:
            goTrue(
                .unprocessableContent,
                "same_password",
                .localizable("answers.password-unchanged", "The new password is the old one.")
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
