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

    /// Nil where the code says it all.
    private var reason: String? {
        switch self {
        case .invalid(let problems): problems.first?.field
        case .app(.noTenant): "no_tenant"
        case .app(.unknownKey): "unknown_key"
        case .signIn(let reason): reason.word
        case .accessToken(let reason): reason.word
        case .refreshToken(let reason): reason.word
        case .session(let reason): reason.word
        case .link(let reason): reason.word
        case .apple(.token(let failure)): failure.reason
        case .apple(.sessionEnded): "session_ended"
        case .account(let reason): reason.word
        case .throttled, .tooManyMessages, .unavailable, .emailTaken, .userDisabled, .rejected, .app, .apple: nil
        }
    }

    private var endReason: Session.EndReason? { if case .session(.ended(let reason)) = self { reason } else { nil } }

    private var reuse: RefreshReuse? { if case .refreshToken(.alreadyUsed(let reuse)) = self { reuse } else { nil } }
}

extension AuthFailure.SignInReason {
    fileprivate var word: String? {
        switch self {
        case .wrongCredentials, .signUpDisabled, .emailUnconfirmed, .sessionLimit, .userExists: nil
        case .noConsoleAccess: "no_console_access"
        case .passwordDisabled: "password_disabled"
        case .anonymousDisabled: "anonymous_disabled"
        }
    }
}

extension AuthFailure.AccessTokenReason {
    fileprivate var word: String {
        switch self {
        case .malformed: "malformed"
        case .badSignature: "bad_signature"
        case .wrongIssuer: "other_tenant"
        case .expired: "expired"
        }
    }
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

extension AuthFailure.LinkReason {
    fileprivate var word: String {
        switch self {
        case .gone: "gone"
        case .disabled: "disabled"
        case .wrongVerifier: "wrong_verifier"
        }
    }
}

extension AuthFailure.AccountReason {
    fileprivate var word: String {
        switch self {
        case .reauthenticationNeeded: "reauthentication_needed"
        case .proofNeeded: "proof_needed"
        case .passwordSignInNeeded: "password_sign_in_needed"
        case .passwordRequired: "password_required"
        case .sessionNotFresh: "session_not_fresh"
        case .impersonated: "impersonated"
        case .wrongCurrentPassword: "wrong_current_password"
        case .wrongNonce: "wrong_nonce"
        case .noPassword: "no_password"
        case .samePassword: "same_password"
        case .emailUnavailable: "email_unavailable"
        case .identityNotFound: "identity_not_found"
        case .lastIdentity: "last_identity"
        }
    }
}
