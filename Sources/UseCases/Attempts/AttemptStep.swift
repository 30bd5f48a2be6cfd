import Domain

/// One step of an attempt, as the server saw it.
public struct AttemptStep: Sendable {
    public let stage: Stage
    /// The requested action: `auth.sign_in`.
    public let name: String
    /// The sign-in method: `password`, `apple`.
    public let provider: String?

    public init(_ stage: Stage, name: String, provider: String? = nil) {
        self.stage = stage
        self.name = name
        self.provider = provider
    }

    public static let passwordSignIn = AttemptStep(.tokenExchange, name: "auth.sign_in", provider: "password")
    public static let passwordSignUp = AttemptStep(.tokenExchange, name: "auth.sign_up", provider: "password")
    public static let anonymousSignUp = AttemptStep(.tokenExchange, name: "auth.sign_up", provider: "anonymous")
    public static let appleSignIn = AttemptStep(.tokenExchange, name: "auth.sign_in", provider: "apple")
    /// Linking Apple to an existing account.
    public static let appleLink = AttemptStep(.accountChange, name: "auth.link", provider: "apple")
    /// The validation of Apple's signed token.
    public static let appleVerify = AttemptStep(.appleVerify, name: "apple.identity_token", provider: "apple")
    /// The exchange of the authorization code that came with the identity token.
    public static let appleExchange = AttemptStep(.appleVerify, name: "apple.authorization_code", provider: "apple")
    /// Whether Apple accepts the tenant's key, team and client id.
    public static let appleClient = AttemptStep(.appleVerify, name: "apple.client", provider: "apple")
    /// The daily check of a refresh token.
    public static let appleCheck = AttemptStep(.accountChange, name: "apple.refresh_token", provider: "apple")
    public static let appleRevocation = AttemptStep(.signOut, name: "apple.revocation", provider: "apple")
    public static let appleNotice = AttemptStep(.accountChange, name: "apple.notification", provider: "apple")
    public static let refresh = AttemptStep(.refresh, name: "auth.refresh")
}

extension SignedIn: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { session.id }
}

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

extension SignUpOutcome: AttemptResult {
    /// The user of an unconfirmed address may be made up.
    public var attemptUser: User.ID? { if case .signedIn(let signedIn) = self { signedIn.user.id } else { nil } }
    public var attemptSession: Session.ID? {
        if case .signedIn(let signedIn) = self { signedIn.session.id } else { nil }
    }
}

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
