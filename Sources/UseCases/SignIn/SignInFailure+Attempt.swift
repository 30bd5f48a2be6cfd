import Domain

extension SignInFailure: AttemptFailure {
    public var attemptOutcome: Outcome {
        switch self {
        case .unavailable: .failed
        case .invalid, .wrongCredentials, .disabled, .methodOff, .signUpOff, .unconfirmed, .emailTaken, .throttled:
            .rejected
        }
    }

    public var attemptCode: String {
        switch self {
        case .invalid(let problems):
            problems.contains { $0.field == "password" } ? "weak_password" : "validation_failed"
        case .wrongCredentials: "invalid_credentials"
        case .disabled: "user_banned"
        case .methodOff: "email_provider_disabled"
        case .signUpOff: "signup_disabled"
        case .unconfirmed: "email_not_confirmed"
        case .emailTaken: "user_already_exists"
        case .throttled: "over_request_rate_limit"
        case .unavailable: "unexpected_failure"
        }
    }
}
