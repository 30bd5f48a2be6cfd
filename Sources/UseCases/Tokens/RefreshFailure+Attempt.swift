import Domain

extension RefreshFailure: AttemptFailure {
    public var attemptOutcome: Outcome {
        switch self {
        case .unavailable: .failed
        case .malformed, .unknown, .otherTenant, .alreadyUsed, .sessionEnded, .expired, .disabled, .suspended,
            .throttled:
            .rejected
        }
    }

    public var attemptCode: String {
        switch self {
        case .malformed: "validation_failed"
        case .unknown: "refresh_token_not_found"
        case .otherTenant: "no_authorization"
        case .alreadyUsed: "refresh_token_already_used"
        case .sessionEnded: "session_not_found"
        case .expired: "session_expired"
        case .disabled: "user_banned"
        case .suspended: "tenant_suspended"
        case .throttled: "over_request_rate_limit"
        case .unavailable: "unexpected_failure"
        }
    }
}
