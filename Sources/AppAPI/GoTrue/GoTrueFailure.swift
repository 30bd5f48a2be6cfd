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
    static let goTrueForeignIssuer = goTrueInvalid(
        "The issuer of the id_token is not Apple, or differs from the issuer in the request."
    )
    static func goTrueProviderOff(_ provider: String) -> WebFailure {
        goTrue(
            .badRequest,
            "provider_disabled",
            "Provider \(VisibleText.escaped(provider.beginning(ofBytes: 40))) is not enabled"
        )
    }

    static let goTruePhone = goTrue(.badRequest, "phone_provider_disabled", "Phone numbers are not supported.")
    static let goTrueSoftDeletion = goTrue(
        .unprocessableContent,
        "feature_disabled",
        "Soft deletion is not supported. Ban the user instead."
    )
    static let goTrueNoLinking = goTrue(
        .notFound,
        "manual_linking_disabled",
        "Linking by redirect is not supported. Send an identity token with link_identity."
    )

    static func goTrueInvalid(_ message: String) -> WebFailure { goTrue(.badRequest, "validation_failed", message) }

    /// Answers a failure as upstream does. The code is that of the failure, unless upstream has another one.
    init(goTrue failure: AuthFailure, at endpoint: GoTrueEndpoint) {
        if endpoint == .identityTokenGrant, case .apple(let reason) = failure, let failure = Self.oauth(reason) {
            self = failure
            return
        }
        let code = failure.code
        self =
            switch failure {
            case .invalid(let problems): .init(DomainError.invalid(problems))
            case .throttled(let wait): .init(DomainError.throttled(retryAfter: wait))
            case .tooManyMessages(let wait): .goTrueTooManyMessages(code, retryAfter: wait)
            case .unavailable(let wait): .init(DomainError.unavailable(retryAfter: wait))
            case .emailTaken: .goTrue(.unprocessableContent, code, Self.emailTaken)
            case .userDisabled: .goTrue(endpoint.isCredentialGrant ? .badRequest : .forbidden, code, Self.banned)
            case .rejected(let error): .init(error)
            case .app(let reason): .init(app: reason)
            case .signIn(let reason): .goTrue(code, reason, at: endpoint)
            case .accessToken: .goTrueBadToken
            case .refreshToken(let reason): .goTrue(code, reason)
            case .session(let reason): .goTrue(code, reason, at: endpoint)
            case .link(let reason): .goTrue(code, reason, at: endpoint)
            case .apple(let reason): .goTrue(code, reason)
            case .account(let reason): .goTrue(code, reason)
            }
    }

    private static func goTrueTooManyMessages(_ code: String, retryAfter wait: Duration) -> WebFailure {
        let failure = WebFailure(DomainError.throttled(retryAfter: wait))
        return WebFailure(
            failure.status,
            code,
            title: failure.title,
            detail: failure.detail,
            retryAfter: failure.retryAfter,
            headers: failure.headers,
            cause: failure.cause
        )
    }

    private static func goTrue(
        _ code: String,
        _ reason: AuthFailure.SignInReason,
        at endpoint: GoTrueEndpoint
    ) -> WebFailure {
        switch reason {
        case .wrongCredentials, .noConsoleAccess:
            goTrue(.badRequest, code, .localizable("answers.invalid-credentials", "Invalid login credentials"))
        case .anonymousDisabled:
            goTrue(
                .unprocessableContent,
                "anonymous_provider_disabled",
                .localizable("answers.anonymous-disabled", "Anonymous sign-ins are disabled.")
            )
        case .passwordDisabled:
            goTrue(
                endpoint == .signUp ? .badRequest : .unprocessableContent,
                code,
                .localizable("answers.password-disabled", "Sign-in with email and password is disabled.")
            )
        case .signUpDisabled: goTrue(.unprocessableContent, code, signUpDisabled)
        case .emailUnconfirmed:
            goTrue(.badRequest, code, .localizable("answers.email-unconfirmed", "The email address is not confirmed."))
        case .sessionLimit: sessionLimit
        case .userExists: goTrue(.unprocessableContent, code, emailTaken)
        }
    }

    private static func goTrue(_ code: String, _ reason: AuthFailure.RefreshTokenReason) -> WebFailure {
        switch reason {
        case .malformed: goTrue(.badRequest, code, "The refresh token is malformed.")
        case .unknown: goTrue(.badRequest, code, "The refresh token was not found.")
        case .otherTenant:
            goTrue(.unauthorized, code, "The refresh token belongs to another app. Send the key of that app.")
        case .alreadyUsed: goTrue(.badRequest, code, "The refresh token has already been used.")
        }
    }

    private static func goTrue(
        _ code: String,
        _ reason: AuthFailure.SessionReason,
        at endpoint: GoTrueEndpoint
    ) -> WebFailure {
        let gone = LocalizableText.localizable("answers.session-ended", "The session has ended. Sign in again.")
        return switch (reason, endpoint.isCredentialGrant) {
        case (.notFound, true), (.ended, true): goTrue(.badRequest, code, gone)
        case (.expired, true):
            goTrue(
                .badRequest,
                code,
                .localizable("answers.session-expired", "The session has expired. Sign in again.")
            )
        case (.notFound, false), (.ended, false): goTrue(.forbidden, code, gone)
        case (.expired, false): goTrue(.forbidden, "session_not_found", gone)
        case (.tenantSuspended, _):
            goTrue(.forbidden, code, .localizable("answers.tenant-suspended", "The app is suspended."))
        }
    }

    private static func goTrue(
        _ code: String,
        _ reason: AuthFailure.LinkReason,
        at endpoint: GoTrueEndpoint
    ) -> WebFailure {
        switch reason {
        case .gone where endpoint == .codeGrant:
            goTrue(.notFound, "flow_state_not_found", "The code is invalid, has expired or was already used.")
        case .gone:
            goTrue(
                .forbidden,
                code,
                .localizable("answers.link-or-code-gone", "The link or code is invalid, expired or already used.")
            )
        case .disabled:
            goTrue(
                .unprocessableContent,
                code,
                .localizable("answers.email-disabled", "Sign-in with email is disabled.")
            )
        case .wrongVerifier:
            goTrue(.badRequest, code, "The code verifier does not match the code challenge.")
        }
    }

    private static func goTrue(_ code: String, _ reason: AuthFailure.AppleReason) -> WebFailure {
        switch reason {
        case .disabled: goTrueProviderOff("apple")
        case .token(.keysUnavailable(let wait)): WebFailure(DomainError.unavailable(retryAfter: wait))
        case .token: goTrueForeignIssuer
        case .replayed, .withdrawn: goTrueInvalid("This ID token has already been used.")
        case .signUpDisabled: goTrue(.unprocessableContent, code, signUpDisabled)
        case .sessionEnded: goTrue(.forbidden, code, banned)
        case .taken:
            goTrue(
                .unprocessableContent,
                "identity_already_exists",
                .localizable("answers.identity-linked", "Identity is already linked to another user")
            )
        }
    }

    private static func goTrue(_ code: String, _ reason: AuthFailure.AccountReason) -> WebFailure {
        switch reason {
        case .reauthenticationNeeded:
            goTrue(
                .badRequest,
                code,
                "Reauthenticate: send current_password or a reauthentication nonce; without either, sign in again."
            )
        case .proofNeeded:
            goTrue(
                .badRequest,
                code,
                "Send current_password or a reauthentication nonce. Signing in again is not enough for this."
            )
        case .passwordSignInNeeded:
            goTrue(
                .badRequest,
                code,
                "Send current_password, or sign in with the password on this device and try again within ten minutes."
            )
        case .passwordRequired:
            goTrue(
                .badRequest,
                code,
                "Send current_password. Signing in again is not enough for an account with console access."
            )
        case .sessionNotFresh:
            goTrue(
                .badRequest,
                code,
                .localizable("answers.session-stale", "This action requires a recent sign-in. Sign in again.")
            )
        case .impersonated:
            goTrue(
                .badRequest,
                code,
                .localizable("answers.impersonated", "This action is not allowed during impersonation.")
            )
        case .wrongCurrentPassword:
            goTrue(
                .badRequest,
                code,
                .localizable("answers.current-password-wrong", "The current password is incorrect.")
            )
        case .noPassword:
            goTrue(.badRequest, code, .localizable("answers.no-password", "This account has no password."))
        case .wrongNonce:
            goTrue(
                .unprocessableContent,
                code,
                .localizable("answers.nonce-gone", "The nonce is invalid, expired or already used.")
            )
        case .samePassword:
            goTrue(
                .unprocessableContent,
                code,
                .localizable("answers.password-unchanged", "The new password is the same as the current one.")
            )
        case .emailUnavailable:
            goTrue(
                .unprocessableContent,
                "feature_disabled",
                .localizable("answers.no-mail", "This action requires an email, and email delivery is not available.")
            )
        case .identityNotFound: goTrue(.notFound, code, "Identity not found")
        case .lastIdentity:
            goTrue(
                .unprocessableContent,
                code,
                .localizable("answers.last-identity", "User must have at least 1 identity after unlinking")
            )
        }
    }

    private static let emailTaken = LocalizableText.localizable(
        "answers.email-taken",
        "This email address is already in use."
    )
    private static let signUpDisabled = LocalizableText.localizable("answers.sign-up-disabled", "Sign-up is disabled.")
    private static let banned = LocalizableText.localizable(
        "answers.user-disabled",
        "This account is disabled. Contact the administrator of the app."
    )

    /// Converts the error of a backend's request.
    init(goTrueAdministration error: DomainError) {
        self =
            switch error {
            case .notFound: .goTrueNoUser
            case .conflict(.emailTaken): .init(goTrue: .emailTaken, at: .other)
            case .conflict(.lastAdministrator): .goTrue(.conflict, "conflict", "This is the last administrator.")
            case .denied: .goTrue(.forbidden, "not_admin", "Not allowed.")
            default: .init(error)
            }
    }
}
