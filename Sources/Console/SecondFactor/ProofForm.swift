import ConsoleKit
import Domain
import UseCases

/// The form of a user who is signed in and proves their identity again.
struct ProofForm: Sendable {
    let authenticationState: ConsoleAuthenticationState
    /// Where to go afterwards.
    let to: ConsoleReturnPath?
    var problems: [FieldProblem] = []

    /// Without a second factor the password is the proof.
    var takesCode: Bool { authenticationState.factorSince != nil }
}
