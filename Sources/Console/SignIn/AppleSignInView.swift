import ConsoleKit
import WebCore

/// Which tenant's app at Apple lets someone in.
struct AppleSignInView: ConsoleView {
    static let template = "apple-sign-in"

    let head: HeadView
    let errors: FormErrorsView?
    let form: FormView
    let tenant: FieldView
    let back: String
}
