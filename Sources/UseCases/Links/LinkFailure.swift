import Domain

/// Explains why a link was not sent or not accepted; each API dialect renders it its own way.
public enum LinkFailure: Error, Sendable, Hashable {
    case invalid([FieldProblem])
    /// The link is unknown, used, expired, or for another purpose: the client cannot tell these apart.
    case gone
    case disabled
    /// Another user has the new address by now.
    case emailTaken
    /// The tenant stores no addresses, or does not allow sign-in by them.
    case methodOff
    /// The verifier does not match the challenge (RFC 7636 §4.6).
    case wrongVerifier
    /// Too many tries.
    case throttled(retryAfter: Duration)
    case tooManyMessages(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    public init(_ error: DomainError) {
        switch error {
        case .invalid(let problems): self = .invalid(problems)
        case .conflict(.emailTaken): self = .emailTaken
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .denied, .conflict: self = .gone
        }
    }
}

extension LinkFailure: AttemptFailure {
    public var attemptOutcome: Outcome {
        if case .unavailable = self { .failed } else { .rejected }
    }

    public var attemptCode: String {
        switch self {
        case .invalid(let problems):
            problems.contains { $0.field == "password" } ? "weak_password" : "validation_failed"
        case .gone: "otp_expired"
        case .disabled: "user_banned"
        case .emailTaken: "email_exists"
        case .methodOff: "email_provider_disabled"
        case .wrongVerifier: "bad_code_verifier"
        case .throttled: "over_request_rate_limit"
        case .tooManyMessages: "over_email_send_rate_limit"
        case .unavailable: "unexpected_failure"
        }
    }
}

extension AttemptStep {
    public static let linkRequest = AttemptStep(.accountChange, name: "auth.link_request", provider: "password")
    public static let linkUse = AttemptStep(.accountChange, name: "auth.link_use", provider: "password")
    public static let passwordReset = AttemptStep(.accountChange, name: "auth.password_reset", provider: "password")
    public static let passwordChange = AttemptStep(.accountChange, name: "auth.password_change", provider: "password")
}
