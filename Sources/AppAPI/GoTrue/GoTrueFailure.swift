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
    static let goTrueNoMail = goTrue(
        .unprocessableContent,
        "feature_disabled",
        "This needs a message by e-mail, which is not sent from here."
    )

    static func goTrueInvalid(_ message: String) -> WebFailure { goTrue(.badRequest, "validation_failed", message) }

    private static let bannedMessage = "This account is switched off. Ask the people who run the app."
    private static let suspended = goTrue(.forbidden, "tenant_suspended", "The app is switched off.")
    private static let goneMessage = "The session has ended. Sign in again."

    /// - Parameter isSignUp: sign-up has another status for some errors.
    init(goTrue failure: SignInFailure, isSignUp: Bool = false, isAnonymous: Bool = false) {
        switch failure {
        case .wrongCredentials: self = .goTrue(.badRequest, "invalid_credentials", "Invalid login credentials")
        case .disabled: self = .goTrue(.badRequest, "user_banned", Self.bannedMessage)
        case .methodOff where isAnonymous:
            self = .goTrue(.unprocessableContent, "anonymous_provider_disabled", "Anonymous sign-ins are off.")
        case .methodOff:
            self = .goTrue(
                isSignUp ? .badRequest : .unprocessableContent,
                "email_provider_disabled",
                "Signing in with e-mail and password is off."
            )
        case .signUpOff:
            self = .goTrue(.unprocessableContent, "signup_disabled", "This app makes no new accounts this way.")
        case .unconfirmed: self = .goTrue(.badRequest, "email_not_confirmed", "The e-mail address is not confirmed.")
        case .emailTaken:
            self = .goTrue(.unprocessableContent, "user_already_exists", "Someone has this e-mail address already.")
        case .invalid, .throttled, .unavailable: self.init(failure)
        }
    }

    init(goTrue failure: RefreshFailure) {
        switch failure {
        case .malformed: self = .goTrueInvalid("This is not a refresh token.")
        case .unknown: self = .goTrue(.badRequest, "refresh_token_not_found", "Nobody has this refresh token.")
        case .otherTenant:
            self = .goTrue(
                .unauthorized,
                "no_authorization",
                "The refresh token is not of the app whose key came with it. Send that app's key."
            )
        case .alreadyUsed:
            self = .goTrue(.badRequest, "refresh_token_already_used", "This refresh token was used before.")
        case .sessionEnded: self = .goTrue(.badRequest, "session_not_found", Self.goneMessage)
        case .expired: self = .goTrue(.badRequest, "session_expired", "The session is too old. Sign in again.")
        case .disabled: self = .goTrue(.badRequest, "user_banned", Self.bannedMessage)
        case .suspended: self = Self.suspended
        case .throttled(let wait): self.init(DomainError.throttled(retryAfter: wait))
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        }
    }

    init(goTrue failure: AccessTokenFailure) {
        switch failure {
        case .malformed, .badSignature, .wrongIssuer, .expired: self = .goTrueBadToken
        case .sessionNotFound, .sessionEnded, .sessionExpired:
            self = .goTrue(.forbidden, "session_not_found", Self.goneMessage)
        case .disabled: self = .goTrue(.forbidden, "user_banned", Self.bannedMessage)
        case .suspended: self = Self.suspended
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        }
    }

    init(goTrue failure: AccountChangeFailure) {
        switch failure {
        case .refused(.conflict(.emailTaken)):
            self = .goTrue(.unprocessableContent, "email_exists", "Someone has this e-mail address already.")
        case .refused(let error): self.init(error)
        case .tooManyMessages(let wait): self = .goTrueTooManyMessages(retryAfter: wait)
        case .reauthenticationNeeded:
            self = .goTrue(
                .badRequest,
                "reauthentication_needed",
                "Show that it is still you: send current_password or the nonce of a message; without either, sign in again."
            )
        case .wrongCurrentPassword:
            self = .goTrue(.badRequest, "current_password_invalid", "The current password is another one.")
        case .wrongNonce:
            self = .goTrue(
                .unprocessableContent,
                "reauthentication_not_valid",
                "The nonce is used up, too old or wrong."
            )
        case .noPassword: self = .goTrue(.badRequest, "current_password_invalid", "There is no password yet.")
        case .samePassword: self = .goTrue(.unprocessableContent, "same_password", "The new password is the old one.")
        case .emailFixed: self = .goTrueNoMail
        }
    }

    /// Converts the error of a back end's request.
    init(goTrueAdministration error: DomainError) {
        switch error {
        case .notFound: self = .goTrueNoUser
        case .conflict(.emailTaken):
            self = .goTrue(.unprocessableContent, "email_exists", "Someone has this e-mail address already.")
        case .conflict(.lastAdministrator): self = .goTrue(.conflict, "conflict", "This is the last administrator.")
        case .denied: self = .goTrue(.forbidden, "not_admin", "Not allowed.")
        default: self.init(error)
        }
    }
}
