import Domain

/// Explains why a user was not signed in with Apple; each API dialect renders it its own way.
public enum AppleSignInFailure: Error, Sendable, Hashable {
    /// The tenant does not allow this sign-in method, has set no client id, or is suspended.
    case methodOff
    /// The identity token is invalid, or cannot be checked now.
    case token(AppleTokenFailure)
    /// The identity token signed a user in before, and not just now.
    case replayed
    /// The user withdrew consent from the app after Apple issued the identity token.
    case withdrawn
    /// The tenant does not allow new accounts by this method.
    case signUpOff
    /// The user is disabled.
    case disabled
    /// The Apple Account is linked to another account, or this one has another Apple Account.
    case taken
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        // The user was disabled or deleted between two steps.
        case .notFound: self = .disabled
        case .conflict, .invalid, .denied: self = .unavailable(retryAfter: .seconds(1))
        }
    }

    init(_ failure: SignInFailure) {
        switch failure {
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        default: self = .unavailable(retryAfter: .seconds(1))
        }
    }
}

extension AppleSignInFailure: AttemptFailure {
    public var attemptOutcome: Outcome {
        switch self {
        case .token(let failure): failure.outcome
        case .unavailable: .failed
        case .methodOff, .replayed, .withdrawn, .signUpOff, .disabled, .taken, .throttled: .rejected
        }
    }

    public var attemptCode: String {
        switch self {
        case .methodOff: "provider_disabled"
        case .token(let failure): failure.code
        case .replayed: "apple.idtoken.replayed"
        case .withdrawn: "account.apple_revoked"
        case .signUpOff: "signup_disabled"
        case .disabled: "user_banned"
        case .taken: "apple.link.conflict"
        case .throttled: "over_request_rate_limit"
        case .unavailable: "unexpected_failure"
        }
    }

    /// Whether the failure is about what Apple signed, and so belongs to the token validation.
    var isOfToken: Bool {
        switch self {
        case .token, .replayed, .withdrawn: true
        default: false
        }
    }
}
