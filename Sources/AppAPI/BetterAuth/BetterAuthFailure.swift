import Domain
import HTTPTypes
import UseCases
import WebCore

/// The answers of this dialect to the failures of signing in: statuses, codes and texts are upstream's.
extension WebFailure {
    /// A failure with the code and the text of this dialect.
    static func betterAuth(
        _ status: HTTPResponse.Status,
        _ code: String,
        _ message: LocalizableText
    ) -> WebFailure { WebFailure(status, code, title: message.english, detail: message) }

    init(betterAuth failure: AuthFailure, at endpoint: BetterAuthEndpoint) {
        self =
            switch failure {
            case .invalid(let problems): .init(DomainError.invalid(problems))
            case .throttled(let wait), .tooManyMessages(let wait): .init(DomainError.throttled(retryAfter: wait))
            case .unavailable(let wait): .init(DomainError.unavailable(retryAfter: wait))
            case .emailTaken: .init(DomainError.conflict(.emailTaken))
            case .userDisabled: .accountDisabled
            case .rejected(let error): .init(error)
            case .app(let reason): .init(app: reason)
            case .signIn(let reason): .betterAuth(reason)
            // This dialect has only session tokens; an invalid one counts as no session.
            case .accessToken, .refreshToken, .session: .unauthenticated()
            case .link(let reason): .betterAuth(reason)
            case .apple(let reason): .betterAuth(reason)
            case .account(let reason): .betterAuth(reason, at: endpoint)
            }
    }

    private static func betterAuth(_ reason: AuthFailure.SignInReason) -> WebFailure {
        switch reason {
        case .wrongCredentials, .noConsoleAccess:
            betterAuth(
                .unauthorized,
                "INVALID_EMAIL_OR_PASSWORD",
                .localizable("answers.wrong-credentials", "Invalid email or password")
            )
        case .passwordDisabled, .anonymousDisabled: methodDisabled
        case .signUpDisabled: betterAuth(.badRequest, "EMAIL_PASSWORD_SIGN_UP_DISABLED", signUpClosed)
        case .emailUnconfirmed:
            betterAuth(
                .forbidden,
                "EMAIL_NOT_VERIFIED",
                .localizable(
                    "answers.confirm-email",
                    "Confirm your email address first: open the link in the email that was sent to it."
                )
            )
        case .sessionLimit: sessionLimit
        case .userExists: WebFailure(DomainError.conflict(.emailTaken))
        }
    }

    private static func betterAuth(_ reason: AuthFailure.LinkReason) -> WebFailure {
        switch reason {
        case .gone, .wrongVerifier:
            betterAuth(
                .badRequest,
                "INVALID_TOKEN",
                .localizable("answers.link-gone", "The link is invalid, expired or already used.")
            )
        case .disabled: methodDisabled
        }
    }

    private static func betterAuth(_ reason: AuthFailure.AppleReason) -> WebFailure {
        switch reason {
        case .disabled: unknownProvider
        case .token(.keysUnavailable(let wait)): WebFailure(DomainError.unavailable(retryAfter: wait))
        case .token(.claim):
            betterAuth(
                .unauthorized,
                "FAILED_TO_GET_USER_INFO",
                .english("A required claim of Apple's token is missing or invalid. Sign in with Apple again.")
            )
        case .token, .replayed, .withdrawn:
            betterAuth(
                .unauthorized,
                "INVALID_TOKEN",
                .localizable(
                    "answers.apple-token",
                    "The token from Apple is invalid or has expired. Sign in with Apple again."
                )
            )
        case .signUpDisabled: betterAuth(.forbidden, "SIGNUP_DISABLED", signUpClosed)
        case .sessionEnded: accountDisabled
        case .taken:
            betterAuth(
                .conflict,
                "SOCIAL_ACCOUNT_ALREADY_LINKED",
                .localizable(
                    "answers.apple-account-linked",
                    "This Apple Account is linked to another account, or this account to another Apple Account."
                )
            )
        }
    }

    private static func betterAuth(_ reason: AuthFailure.AccountReason, at endpoint: BetterAuthEndpoint) -> WebFailure {
        switch reason {
        case .reauthenticationNeeded:
            endpoint == .linkSocial
                ? sessionNotFresh : sessionExpired(.english("Session expired. Re-authenticate to perform this action."))
        case .proofNeeded:
            passwordRequired("Send the current password. Signing in again is not enough for this.")
        case .passwordSignInNeeded:
            sessionExpired(
                .english(
                    "Send the current password, or sign in with it on this device and try again within ten minutes."
                )
            )
        case .passwordRequired:
            passwordRequired(
                "Send the current password: an account with console access needs it to add a sign-in method."
            )
        case .sessionNotFresh: sessionNotFresh
        case .impersonated:
            endpoint == .linkSocial || endpoint == .unlinkAccount
                ? betterAuth(.forbidden, sessionNotFresh.code, impersonated) : sessionExpired(impersonated)
        case .wrongNonce:
            sessionExpired(.localizable("answers.code-gone", "The code is invalid, expired or already used."))
        case .noPassword:
            betterAuth(
                .badRequest,
                "CREDENTIAL_ACCOUNT_NOT_FOUND",
                .localizable("answers.ask-for-reset", "This account has no password. Request a password reset.")
            )
        case .wrongCurrentPassword:
            betterAuth(
                .badRequest,
                "INVALID_PASSWORD",
                .localizable("answers.password-wrong", "Invalid password")
            )
        case .samePassword:
            betterAuth(
                .badRequest,
                "SAME_PASSWORD",
                .localizable("answers.same-password", "Choose a password that differs from the current one.")
            )
        case .emailUnavailable:
            endpoint == .changeEmail
                ? betterAuth(.badRequest, "CHANGE_EMAIL_DISABLED", .english("Change email is disabled"))
                : emailNotUpdatable
        case .identityNotFound: accountNotFound
        case .lastIdentity:
            betterAuth(
                .badRequest,
                "FAILED_TO_UNLINK_LAST_ACCOUNT",
                .localizable("answers.last-account", "You can't unlink your last account")
            )
        }
    }

    private static let methodDisabled = betterAuth(
        .badRequest,
        "EMAIL_PASSWORD_DISABLED",
        .localizable("answers.method-disabled", "This sign-in method is disabled.")
    )
    private static let signUpClosed = LocalizableText.localizable(
        "answers.sign-up-closed",
        "Sign-up is disabled. Contact the administrator of the app."
    )
    private static let impersonated = LocalizableText.localizable(
        "answers.impersonated",
        "This action is not allowed during impersonation."
    )

    private static func sessionExpired(_ message: LocalizableText) -> WebFailure {
        betterAuth(.badRequest, "SESSION_EXPIRED", message)
    }

    private static func passwordRequired(_ message: String) -> WebFailure {
        betterAuth(.forbidden, "PASSWORD_REQUIRED", .english(message))
    }

    static let emailNotUpdatable = betterAuth(
        .badRequest,
        "EMAIL_CAN_NOT_BE_UPDATED",
        .english("Email can not be updated")
    )
    static let accountNotFound = betterAuth(.badRequest, "ACCOUNT_NOT_FOUND", .english("Account not found"))
    static let unknownProvider = betterAuth(
        .notFound,
        "PROVIDER_NOT_FOUND",
        .localizable("answers.provider-disabled", "Sign-in with this provider is disabled.")
    )
    /// The error of an action that requires a session less than a day old.
    static let sessionNotFresh = betterAuth(
        .forbidden,
        "SESSION_NOT_FRESH",
        .localizable("answers.session-not-fresh", "Session is not fresh. Sign in again.")
    )
}

/// The endpoints of Better Auth that answer some failures with another code or status.
enum BetterAuthEndpoint: Sendable {
    case linkSocial, unlinkAccount, changeEmail, other
}
