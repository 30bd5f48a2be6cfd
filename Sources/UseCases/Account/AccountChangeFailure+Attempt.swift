import Domain

extension AccountChangeFailure: AttemptFailure {
    public var attemptOutcome: Outcome {
        if case .refused(.unavailable) = self { .failed } else { .rejected }
    }

    public var attemptCode: String {
        switch self {
        case .refused(.invalid(let problems)):
            problems.contains { $0.field == "password" } ? "weak_password" : "validation_failed"
        case .refused(.conflict(.emailTaken)): "email_exists"
        case .refused(.throttled): "over_request_rate_limit"
        case .tooManyMessages: "over_email_send_rate_limit"
        case .refused(.unavailable): "unexpected_failure"
        case .refused: "user_not_found"
        case .reauthenticationNeeded: "reauthentication_needed"
        case .wrongNonce: "reauthentication_not_valid"
        case .wrongCurrentPassword, .noPassword: "current_password_invalid"
        case .samePassword: "same_password"
        case .emailFixed: "email_provider_disabled"
        }
    }
}

extension AccountProfile: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
