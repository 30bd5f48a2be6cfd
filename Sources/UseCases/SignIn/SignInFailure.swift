import Domain
import Foundation

/// Explains why a user was not signed in or signed up; each API dialect renders it its own way.
public enum SignInFailure: Error, Sendable, Hashable {
    case invalid([FieldProblem])
    /// The password is wrong, or the user is unknown or has no password: the caller cannot tell these apart.
    case wrongCredentials
    /// The password is right, but the user is disabled.
    case disabled
    /// The tenant does not allow this sign-in method.
    case methodOff
    /// The tenant does not allow new accounts by this method.
    case signUpOff
    /// The password is right, but the email address has not been confirmed.
    case unconfirmed
    case emailTaken
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .invalid(let problems): self = .invalid(problems)
        case .conflict(.emailTaken): self = .emailTaken
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .denied, .conflict: self = .wrongCredentials
        }
    }
}
