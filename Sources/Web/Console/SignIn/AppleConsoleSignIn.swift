import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The console's door for those who come back from Apple's page.
///
/// Apple's page posts from another site, and the answer leads on with a `GET`: with that a browser sends the cookies
/// that are set here.
struct AppleConsoleSignIn: Sendable {
    let access: ConsoleAccess
    let settings: ConsoleSettings

    func open(
        to user: User,
        leading place: String,
        _ request: Request,
        _ context: GatehouseContext
    ) async throws -> Response {
        let to = ConsoleReturnPath(place)
        let device = Device(userAgent: UserAgent.text(request.headers))
        do throws(SignInFailure) {
            switch try await access.arrive(user, device: device, from: context.origin) {
            case .entered(let entry): return .entered(entry, to: to, settings)
            case .codeNeeded(let challenge): return .codeNeeded(challenge, to: to, settings)
            }
        } catch {
            switch error {
            case .throttled(let wait): throw DomainError.throttled(retryAfter: wait)
            case .unavailable(let wait): throw DomainError.unavailable(retryAfter: wait)
            default: return refused(.appleUnknown)
            }
        }
    }

    /// - Throws: a temporary error; the caller retries.
    func refused(_ failure: AppleSignInFailure) throws -> Response {
        switch failure {
        case .throttled(let wait): throw DomainError.throttled(retryAfter: wait)
        case .unavailable(let wait), .token(.keysUnavailable(let wait)): throw DomainError.unavailable(retryAfter: wait)
        case .methodOff, .signUpOff, .disabled, .taken: return refused(.appleUnknown)
        case .token, .replayed, .withdrawn: return refused(.appleFailed)
        }
    }

    func refused(_ flash: Flash) -> Response { .leading(to: ConsolePaths.signIn, flash: flash, settings) }
}

extension Request {
    /// Where to go after signing in; nil for no place inside the console.
    func innerPlace() throws -> ConsoleReturnPath? {
        var query = try queryFields()
        return query.optionalText("to", maximum: 2048).flatMap { ConsoleReturnPath($0) }
    }
}

extension HTTPField.Name {
    /// A constant of the field's grammar.
    static let refresh = HTTPField.Name("Refresh")!
}
