import Domain

/// Why someone was not signed in with Apple; each dialect renders it its own way.
public enum AppleSignInFailure: Error, Sendable, Hashable {
    /// The tenant lets nobody in this way, has named no client id, or is suspended.
    case methodOff
    /// The identity token is not good, or nobody can say now whether it is.
    case token(AppleTokenFailure)
    /// The identity token signed someone in before, and not just now.
    case replayed
    /// The person took the app's right away after Apple issued the identity token.
    case withdrawn
    /// The tenant makes no new accounts this way.
    case signUpOff
    /// The account is switched off.
    case disabled
    /// The Apple Account is a way into another account, or this one has another Apple Account.
    case taken
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        // The account was switched off or deleted between two steps.
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

    /// Whether it is about what Apple signed, and so belongs to the check of it.
    var isOfToken: Bool {
        switch self {
        case .token, .replayed, .withdrawn: true
        default: false
        }
    }
}
