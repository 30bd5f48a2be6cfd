import ConsoleKit
import Domain

/// The form that names a tenant, as it was typed.
struct AppleSignInForm: Sendable {
    /// Where to go after signing in.
    let to: ConsoleReturnPath?
    var tenant = ""
    var problems: [FieldProblem] = []
}
