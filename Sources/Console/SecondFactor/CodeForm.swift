import ConsoleKit
import Domain
import WebCore

/// The form of the code after the password.
struct CodeForm: Sendable {
    /// Where to go after signing in.
    let to: ConsoleReturnPath?
    var problems: [FieldProblem] = []
    /// A temporary failure; the same form can be sent again later.
    var failure: WebFailure?
}
