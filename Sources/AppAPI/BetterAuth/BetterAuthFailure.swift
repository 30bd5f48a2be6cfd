import Domain
import HTTPTypes
import UseCases
import WebCore

/// The failures of signing in, as Better Auth answers them; `BetterAuthRenderer` renames some codes.
extension WebFailure {
    init(betterAuth failure: AuthFailure, at endpoint: BetterAuthEndpoint) {
        switch failure {
        case .invalid(let problems): self.init(DomainError.invalid(problems))
        case .throttled(let wait), .tooManyMessages(let wait): self.init(DomainError.throttled(retryAfter: wait))
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        case .emailTaken: self.init(DomainError.conflict(.emailTaken))
        case .userDisabled: self = .accountDisabled
        case .rejected(let error): self.init(error)
        case .app(let reason): self.init(app: reason)
        case .signIn(let reason): self.init(betterAuth: reason)
        // This dialect has only session tokens; an invalid one counts as no session.
        case .accessToken, .refreshToken, .session: self = .unauthenticated()
        case .link(let reason): self = .betterAuth(reason)
        case .apple(let reason): self.init(betterAuth: reason)
        case .account(let reason): self.init(betterAuth: reason, at: endpoint)
        }
    }

    private init(betterAuth reason: AuthFailure.SignInReason) {
        switch reason {
        case .wrongCredentials, .noConsoleAccess:
            self.init(
                .unauthorized,
                "wrong_credentials",
                title: "Wrong email address or password",
                detail: .localizable("answers.wrong-credentials", "Invalid email or password")
            )
        case .passwordDisabled, .anonymousDisabled: self = .methodDisabled
        case .signUpDisabled:
            self.init(
                .badRequest,
                "sign_up_disabled",
                title: "Sign-up is disabled",
                detail: .localizable(
                    "answers.sign-up-closed",
                    "Sign-up is disabled. Contact the administrator of the app."
                )
            )
        case .emailUnconfirmed:
            self.init(
                .forbidden,
                "email_not_verified",
                title: "The email address is not confirmed",
                detail: .localizable(
                    "answers.confirm-email",
                    "Confirm your email address first: open the link in the email that was sent to it."
                )
            )
        case .sessionLimit: self = .sessionLimit
        case .userExists: self.init(DomainError.conflict(.emailTaken))
        }
    }

    private static func betterAuth(_ reason: AuthFailure.LinkReason) -> WebFailure {
        switch reason {
        case .gone, .wrongVerifier: badLink
        case .disabled: methodDisabled
        }
    }

    private init(betterAuth reason: AuthFailure.AppleReason) {
        switch reason {
        case .disabled: self = .unknownProvider
        case .token(.keysUnavailable(let wait)): self.init(DomainError.unavailable(retryAfter: wait))
        case .token(.claim):
            self.init(
                .unauthorized,
                "failed_to_get_user_info",
                title: "The identity token lacks a claim",
                detail: "A required claim of Apple's token is missing or invalid. Sign in with Apple again."
            )
        case .token, .replayed, .withdrawn:
            self.init(
                .unauthorized,
                "invalid_token",
                title: "The identity token is invalid",
                detail: .localizable(
                    "answers.apple-token",
                    "The token from Apple is invalid or has expired. Sign in with Apple again."
                )
            )
        case .signUpDisabled:
            self.init(
                .forbidden,
                "signup_disabled",
                title: "Sign-up is disabled",
                detail: .localizable(
                    "answers.sign-up-closed",
                    "Sign-up is disabled. Contact the administrator of the app."
                )
            )
        case .sessionEnded: self = .accountDisabled
        case .taken:
            self.init(
                .conflict,
                "social_account_already_linked",
                title: "The Apple Account is already linked",
                detail: .localizable(
                    "answers.apple-account-linked",
                    "This Apple Account is linked to another account, or this account to another Apple Account."
                )
            )
        }
    }

    private init(betterAuth reason: AuthFailure.AccountReason, at endpoint: BetterAuthEndpoint) {
        switch reason {
        case .reauthenticationNeeded: self = endpoint == .linkSocial ? .sessionNotFresh : .reauthenticationNeeded
        case .proofNeeded: self = .proofNeeded
        case .passwordSignInNeeded: self = .passwordSignInNeeded
        case .passwordRequired: self = .passwordRequired
        case .sessionNotFresh: self = .sessionNotFresh
        case .impersonated:
            let isAboutMethods = endpoint == .linkSocial || endpoint == .unlinkAccount
            self.init(
                isAboutMethods ? .forbidden : .badRequest,
                isAboutMethods ? "session_not_fresh" : "session_expired",
                title: "Not allowed during impersonation",
                detail: .localizable(
                    "answers.impersonated",
                    "This action is not allowed during impersonation."
                )
            )
        case .wrongNonce:
            self.init(
                .badRequest,
                "session_expired",
                title: "The code is invalid",
                detail: .localizable("answers.code-gone", "The code is invalid, expired or already used.")
            )
        case .noPassword:
            self.init(
                .badRequest,
                "credential_account_not_found",
                title: "The account has no password",
                detail: .localizable("answers.ask-for-reset", "This account has no password. Request a password reset.")
            )
        case .wrongCurrentPassword:
            self.init(
                .badRequest,
                "invalid_password",
                title: "Wrong password",
                detail: .localizable("answers.password-wrong", "Invalid password")
            )
        case .samePassword:
            self.init(
                .badRequest,
                "same_password",
                title: "The password is unchanged",
                detail: .localizable("answers.same-password", "Choose a password that differs from the current one.")
            )
        case .emailUnavailable: self = endpoint == .changeEmail ? .emailChangeOff : .emailNotUpdatable
        case .identityNotFound: self = .accountNotFound
        case .lastIdentity: self = .lastAccount
        }
    }

    private static let methodDisabled = WebFailure(
        .badRequest,
        "method_disabled",
        title: "The sign-in method is disabled",
        detail: .localizable("answers.method-disabled", "This sign-in method is disabled.")
    )
    private static let badLink = WebFailure(
        .badRequest,
        "invalid_token",
        title: "The link is invalid",
        detail: .localizable("answers.link-gone", "The link is invalid, expired or already used.")
    )
    private static let reauthenticationNeeded = WebFailure(
        .badRequest,
        "session_expired",
        title: "A recent sign-in is required",
        detail: "Session expired. Re-authenticate to perform this action."
    )
    private static let proofNeeded = WebFailure(
        .forbidden,
        "password_required",
        title: "The password is required",
        detail: "Send the current password. Signing in again is not enough for this."
    )
    private static let passwordSignInNeeded = WebFailure(
        .badRequest,
        "session_expired",
        title: "A recent sign-in is required",
        detail: "Send the current password, or sign in with it on this device and try again within ten minutes."
    )
    private static let passwordRequired = WebFailure(
        .forbidden,
        "password_required",
        title: "The password is required",
        detail: "Send the current password: an account with console access needs it to add a sign-in method."
    )
    private static let emailChangeOff = WebFailure(
        .badRequest,
        "change_email_disabled",
        title: "The email address cannot be changed",
        detail: "Change email is disabled"
    )
    private static let lastAccount = WebFailure(
        .badRequest,
        "failed_to_unlink_last_account",
        title: "The last sign-in method cannot be unlinked",
        detail: .localizable("answers.last-account", "You can't unlink your last account")
    )
    static let emailNotUpdatable = WebFailure(
        .badRequest,
        "email_can_not_be_updated",
        title: "The email address cannot be changed",
        detail: "Email can not be updated"
    )
    static let accountNotFound = WebFailure(
        .badRequest,
        "account_not_found",
        title: "There is no such account",
        detail: "Account not found"
    )
    static let unknownProvider = WebFailure(
        .notFound,
        "provider_not_found",
        title: "The provider is disabled",
        detail: .localizable("answers.provider-disabled", "Sign-in with this provider is disabled.")
    )
    /// The error of an action that requires a session less than a day old.
    static let sessionNotFresh = WebFailure(
        .forbidden,
        "session_not_fresh",
        title: "A recent sign-in is required",
        detail: .localizable("answers.session-not-fresh", "Session is not fresh. Sign in again.")
    )
}

/// The endpoints of Better Auth that answer some failures with another code or status.
enum BetterAuthEndpoint: Sendable {
    case linkSocial, unlinkAccount, changeEmail, other
}
