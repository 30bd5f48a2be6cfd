import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Signs a user in to the console after Apple's page.
///
/// Apple's page posts from another site. The redirect is a `GET`, so the browser sends the cookies that are set here.
package struct ConsoleAppleCompletion: AppleFlowCompletion {
    private let access: ConsoleAccess
    private let address: PublicAddress

    package init(services: Services) {
        access = services.console
        address = services.address
    }

    package func response(to outcome: AppleWebOutcome, _ callback: AppleCallback) async throws -> Response {
        switch outcome.result {
        case .recognized(let user):
            return try await open(to: user, leading: outcome.flow.returnTo, callback)
        case .cancelled: return rejected(.appleCancelled)
        case .failed(let failure): return try rejected(failure)
        case .signedIn, .linked: return rejected(.appleFailed)
        }
    }

    private func open(to user: User, leading place: String, _ callback: AppleCallback) async throws -> Response {
        let to = ConsoleReturnPath(place)
        let client = SignInClient(console: callback.request, from: callback.origin, address)
        do throws(AuthFailure) {
            switch try await access.beginSignIn(user, from: client) {
            case .entered(let entry): return .entered(entry, to: to, address)
            case .codeNeeded(let challenge): return .codeNeeded(challenge, to: to, address)
            }
        } catch { return try rejected(error) }
    }

    /// - Throws: a temporary error; the caller retries.
    private func rejected(_ failure: AuthFailure) throws(DomainError) -> Response {
        switch ConsoleSignInRejection(failure) {
        case .later(let error): throw error
        case .fields, .noAccess: return rejected(.appleUnknown)
        case .invalidAppleResponse: return rejected(.appleFailed)
        }
    }

    private func rejected(_ flash: Flash) -> Response { .leading(to: ConsolePaths.signIn, flash: flash, address) }
}

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
