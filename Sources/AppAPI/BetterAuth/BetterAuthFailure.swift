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
        // This dialect has session tokens alone, and an invalid one is none.
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
                title: "Wrong e-mail address or password",
                detail: .localizable("answers.wrong-credentials", "Invalid email or password")
            )
        case .passwordDisabled, .anonymousDisabled: self = .methodDisabled
        case .signUpDisabled:
            self.init(
                .badRequest,
                "sign_up_disabled",
                title: "Sign-up is closed",
                detail: .localizable(
                    "answers.sign-up-closed",
                    "This app makes no new accounts this way. Ask the people who run the app."
                )
            )
        case .emailUnconfirmed:
            self.init(
                .forbidden,
                "email_not_verified",
                title: "The address is not confirmed",
                detail: .localizable(
                    "answers.confirm-email",
                    "Confirm the e-mail address first: open the link in the message that was sent to it."
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
                title: "The identity token says too little",
                detail: "Apple's token does not say who it is for. Sign in with Apple again."
            )
        case .token, .replayed, .withdrawn:
            self.init(
                .unauthorized,
                "invalid_token",
                title: "The identity token is not good",
                detail: .localizable(
                    "answers.apple-token",
                    "Apple's token is not good, or not any more. Sign in with Apple again."
                )
            )
        case .signUpDisabled:
            self.init(
                .forbidden,
                "signup_disabled",
                title: "Sign-up is closed",
                detail: .localizable(
                    "answers.sign-up-closed",
                    "This app makes no new accounts this way. Ask the people who run the app."
                )
            )
        case .sessionEnded: self = .accountDisabled
        case .taken:
            self.init(
                .conflict,
                "social_account_already_linked",
                title: "There is another account",
                detail: .localizable(
                    "answers.apple-account-linked",
                    "This Apple Account is a way into another account, or this account has another Apple Account."
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
                title: "An impersonator cannot do this",
                detail: .localizable(
                    "answers.impersonated",
                    "An administrator who signed in as this user cannot do this."
                )
            )
        case .wrongNonce:
            self.init(
                .badRequest,
                "session_expired",
                title: "The code is not good",
                detail: .localizable("answers.code-gone", "The code is used up, too old or wrong.")
            )
        case .noPassword:
            self.init(
                .badRequest,
                "credential_account_not_found",
                title: "There is no password yet",
                detail: .localizable("answers.ask-for-reset", "Ask for a reset to set one.")
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
                title: "The same password",
                detail: .localizable("answers.same-password", "Choose a password that is not the old one.")
            )
        case .emailUnavailable: self = endpoint == .changeEmail ? .emailChangeOff : .emailNotUpdatable
        case .identityNotFound: self = .accountNotFound
        case .lastIdentity: self = .lastAccount
        }
    }

    private static let methodDisabled = WebFailure(
        .badRequest,
        "method_disabled",
        title: "This way to sign in is off",
        detail: .localizable("answers.method-disabled", "This app does not let people in this way.")
    )
    private static let badLink = WebFailure(
        .badRequest,
        "invalid_token",
        title: "The link cannot be used",
        detail: .localizable("answers.link-gone", "The link is used up, too old or wrong.")
    )
    private static let reauthenticationNeeded = WebFailure(
        .badRequest,
        "session_expired",
        title: "The session is too old for that",
        detail: "Session expired. Re-authenticate to perform this action."
    )
    private static let proofNeeded = WebFailure(
        .forbidden,
        "password_required",
        title: "Send your password too",
        detail: "Send the current password. Signing in again is not enough for this."
    )
    private static let passwordSignInNeeded = WebFailure(
        .badRequest,
        "session_expired",
        title: "The session is too old for that",
        detail: "Send the current password, or sign in with it on this device and try again within ten minutes."
    )
    private static let passwordRequired = WebFailure(
        .forbidden,
        "password_required",
        title: "Send your password too",
        detail: "Your account opens the console, so another way into it is added with the password only."
    )
    private static let emailChangeOff = WebFailure(
        .badRequest,
        "change_email_disabled",
        title: "The address stays",
        detail: "The address cannot be changed here."
    )
    private static let lastAccount = WebFailure(
        .badRequest,
        "failed_to_unlink_last_account",
        title: "The last way to sign in stays",
        detail: .localizable("answers.last-account", "You can't unlink your last account")
    )
    static let emailNotUpdatable = WebFailure(
        .badRequest,
        "email_can_not_be_updated",
        title: "The address stays",
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
        title: "Sign-in method is off",
        detail: .localizable("answers.provider-disabled", "This app does not let people in with this provider.")
    )
    /// The error of an action that requires a session less than a day old.
    static let sessionNotFresh = WebFailure(
        .forbidden,
        "session_not_fresh",
        title: "The session is too old for that",
        detail: .localizable("answers.session-not-fresh", "Session is not fresh. Sign in again.")
    )
}

/// The endpoints of Better Auth that answer some failures in their own way.
enum BetterAuthEndpoint: Sendable {
    case linkSocial, unlinkAccount, changeEmail, other
}
