import Domain

/// What an event says of a failure beside its code. It names no user: a token that was not verified can name any.
extension AuthFailure {
    /// `auth.server.reason` distinguishes failures with the same code. `session.end_reason` and `refresh.class` add why
    /// the session of a token has ended, and what a used refresh token tells.
    var attributes: [EventAttribute] {
        let texts: [(name: String, text: String?)] = [
            ("auth.server.reason", reason), ("session.end_reason", endReason?.rawValue),
            ("refresh.class", reuse?.rawValue),
        ]
        return texts.compactMap { name, text in text.map { EventAttribute(name, .text($0)) } }
    }

    /// Nil where the code says it all. Requests of apps that are rejected belong to no attempt.
    private var reason: String? {
        switch self {
        case .invalid(let problems): problems.first?.field
        case .signIn(let reason): reason.rawValue
        case .accessToken(let reason): reason.rawValue
        case .refreshToken(let reason): reason.word
        case .session(let reason): reason.word
        case .link(let reason): reason.rawValue
        case .apple(.token(let failure)): failure.reason
        case .apple(.sessionEnded): "session_ended"
        case .account(let reason): reason.rawValue
        case .throttled, .tooManyMessages, .unavailable, .emailTaken, .userDisabled, .rejected, .app, .apple: nil
        }
    }

    private var endReason: Session.EndReason? { if case .session(.ended(let reason)) = self { reason } else { nil } }

    private var reuse: RefreshReuse? { if case .refreshToken(.alreadyUsed(let reuse)) = self { reuse } else { nil } }
}

extension AuthFailure.RefreshTokenReason {
    fileprivate var word: String {
        switch self {
        case .malformed: "malformed"
        case .unknown: "unknown"
        case .otherTenant: "other_tenant"
        case .alreadyUsed: "used"
        }
    }
}

extension AuthFailure.SessionReason {
    fileprivate var word: String {
        switch self {
        case .notFound: "not_found"
        case .ended: "ended"
        case .expired: "expired"
        case .tenantSuspended: "tenant_suspended"
        }
    }
}
