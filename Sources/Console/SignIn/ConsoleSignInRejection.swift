import Domain
import UseCases

/// How the console answers a failed sign-in: its table of failures.
enum ConsoleSignInRejection: Sendable {
    /// The form is shown again with these problems.
    case fields([FieldProblem])
    /// One answer to a wrong password, an unknown or disabled user, and a user without console access.
    case noAccess
    /// Apple's response is invalid or expired.
    case invalidAppleResponse
    /// A limit or an outage; the user tries again in a while.
    case later(DomainError)

    init(_ failure: AuthFailure) {
        switch failure {
        case .invalid(let problems): self = .fields(problems)
        case .throttled(let wait), .tooManyMessages(let wait): self = .later(.throttled(retryAfter: wait))
        case .unavailable(let wait), .apple(.token(.keysUnavailable(let wait))):
            self = .later(.unavailable(retryAfter: wait))
        case .apple(.token), .apple(.replayed), .apple(.withdrawn): self = .invalidAppleResponse
        case .apple(.disabled), .apple(.signUpDisabled), .apple(.sessionEnded), .apple(.taken), .emailTaken,
            .userDisabled, .rejected, .app, .signIn, .accessToken, .refreshToken, .session, .link, .account:
            self = .noAccess
        }
    }
}
