import Domain
import HTTPTypes
import UseCases
import WebCore

/// Converts the errors of the app use cases other than `DomainError`. A dialect maps the codes to its own.
extension WebFailure {
    /// - Parameter kind: the kind of key that the route accepts.
    init(_ failure: AccessFailure, expecting kind: APIKey.Kind) {
        switch failure {
        case .noTenant:
            self.init(
                .badRequest,
                "no_tenant",
                title: "Nothing says which app this is",
                detail: "Send the publishable key (gh_pk_…) in the header apikey, or use a host name of the app's own."
            )
        case .unknownKey:
            self.init(
                .unauthorized,
                "unknown_key",
                title: "The key is not good",
                detail: "Send a key of the kind \(kind.rawValue) (\(kind.prefix.rawValue)…) that is not revoked."
            )
        case .tenantSuspended: self.init(DomainError.conflict(.tenantSuspended))
        case .dialectOff:
            self.init(
                .forbidden,
                "dialect_disabled",
                title: "The app speaks another wire format",
                detail: "Use the other address of the sign-in, or let an administrator change the setting dialect."
            )
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        }
    }

    init(_ failure: SignInFailure) {
        switch failure {
        case .invalid(let problems): self.init(DomainError.invalid(problems))
        case .wrongCredentials:
            self.init(
                .unauthorized,
                "wrong_credentials",
                title: "Wrong e-mail address or password",
                detail: "Invalid email or password"
            )
        case .disabled:
            self.init(
                .forbidden,
                "account_disabled",
                title: "The account is switched off",
                detail: "This account is switched off. Ask the people who run the app."
            )
        case .methodOff:
            self.init(
                .badRequest,
                "method_disabled",
                title: "This way to sign in is off",
                detail: "This app does not let people in this way."
            )
        case .signUpOff:
            self.init(
                .badRequest,
                "sign_up_disabled",
                title: "Sign-up is closed",
                detail: "This app makes no new accounts this way. Ask the people who run the app."
            )
        case .unconfirmed:
            self.init(
                .forbidden,
                "email_not_verified",
                title: "The address is not confirmed",
                detail: "Confirm the e-mail address first: open the link in the message that was sent to it."
            )
        case .emailTaken: self.init(DomainError.conflict(.emailTaken))
        case .throttled(let wait): self.init(DomainError.throttled(retryAfter: wait))
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        }
    }

    /// - Parameter places: the headers that may have a key.
    static func severalKeys(_ places: String) -> WebFailure {
        WebFailure(
            .badRequest,
            "several_credentials",
            title: "There are several keys",
            detail: "Send one key, in \(places)."
        )
    }
}
