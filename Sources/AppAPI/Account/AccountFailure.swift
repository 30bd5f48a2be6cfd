import Domain
import HTTPTypes
import UseCases
import WebCore

/// Maps session errors to responses of our own API; the code always names the reason.
///
/// 401 means that the token will never be valid again, so a client signs out. 403 means that an administrator or
/// operator blocked the access and can permit it again. An internal error is 503 and says nothing about the session.
extension WebFailure {
    /// Converts a failure of signing in to a response of this API.
    init(account failure: AuthFailure) {
        switch failure {
        case .invalid(let problems): self.init(DomainError.invalid(problems))
        case .throttled(let wait), .tooManyMessages(let wait): self.init(DomainError.throttled(retryAfter: wait))
        case .unavailable(let wait): self.init(DomainError.unavailable(retryAfter: wait))
        case .emailTaken: self.init(DomainError.conflict(.emailTaken))
        case .userDisabled: self = .accountDisabled
        case .rejected(let error): self.init(error)
        case .app(let reason):
            let failure = WebFailure(app: reason)
            self = failure.status == .unauthorized ? failure.challenging(withToken: false) : failure
        case .accessToken(.expired):
            self = .rejected(
                "access_token_expired",
                "The access token has expired",
                "Get a new one with the refresh token."
            )
        case .accessToken(.malformed), .accessToken(.badSignature), .accessToken(.unknownKey),
            .accessToken(.wrongIssuer), .accessToken(.otherTenant):
            self = Self.unknownToken
        case .refreshToken(.alreadyUsed): self = .ended(.refreshReuse)
        case .refreshToken(.malformed), .refreshToken(.unknown), .refreshToken(.otherTenant): self = Self.unknownToken
        case .session(.notFound): self = Self.unknownToken
        case .session(.ended(let reason)): self = .ended(reason)
        case .session(.expired): self = Self.sessionExpired
        case .session(.tenantSuspended): self.init(DomainError.conflict(.tenantSuspended))
        // These routes neither sign users in nor change sign-in methods.
        case .signIn, .link, .apple, .account: self = .internalError
        }
    }

    static let unknownTokenCode = "session_unknown"
    /// The codes that reject a session for good.
    static let sessionCodes =
        [unknownTokenCode, "session_expired", "access_token_expired"] + Session.EndReason.allCases.map(code)

    private static func code(_ reason: Session.EndReason) -> String { "session_\(reason.rawValue)" }

    private static let unknownToken = rejected(unknownTokenCode, "The session is unknown", "Sign in again.")
    private static let sessionExpired = rejected(
        "session_expired",
        "The session has expired",
        "Sign in again."
    )

    private static func ended(_ reason: Session.EndReason) -> WebFailure {
        rejected(code(reason), "The session has ended: \(reason.rawValue.replacing("_", with: " "))", "Sign in again.")
    }

    private static func rejected(_ code: String, _ title: String, _ detail: String) -> WebFailure {
        WebFailure(.unauthorized, code, title: title, detail: detail).challenging(withToken: true)
    }

    static let profileConflict = WebFailure(DomainError.conflict(.profileChanged))
    static let profileVersion = WebFailure(
        .preconditionFailed,
        "profile_version_changed",
        title: "The profile has changed",
        detail: "Load it again, apply the change to it, and send its version."
    )
}
