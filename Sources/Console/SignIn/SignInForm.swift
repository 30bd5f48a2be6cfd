import ConsoleKit
import Domain
import WebCore

/// The form of the sign-in page, as it was typed; never with the password.
struct SignInForm: Sendable {
    /// Where to go after signing in.
    let to: ConsoleReturnPath?
    var email = ""
    var tenant = ""
    var problems: [FieldProblem] = []
    /// Email or password is wrong.
    var isWrong = false
    /// A temporary failure; the same form can be sent again later.
    var failure: WebFailure?
    var offersApple = false
}
