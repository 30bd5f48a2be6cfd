import ConsoleKit
import Domain
import UseCases

/// A user's second factor, or the secret to set one up.
struct SecondFactorForm: Sendable {
    let authenticationState: ConsoleAuthenticationState
    /// Nil when the second factor is set up.
    let secret: TOTPSecret?
    /// The slug of a member's tenant; nil for an operator.
    let tenant: String?
    /// Where to go afterwards.
    let to: ConsoleReturnPath?
    var problems: [FieldProblem] = []
}
