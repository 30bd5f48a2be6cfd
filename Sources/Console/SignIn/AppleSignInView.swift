import ConsoleKit
import WebCore

/// The choice of the tenant whose app at Apple is used for the sign-in.
struct AppleSignInView: ConsoleView {
    static let template = "apple-sign-in"

    let head: HeadView
    let errors: FormErrorsView?
    let form: FormView
    let tenant: FieldView
    let back: String
}
