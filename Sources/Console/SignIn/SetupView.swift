import ConsoleKit
import WebCore

/// The first operator of an empty installation.
struct SetupView: ConsoleView {
    static let template = "setup"

    let head: HeadView
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let email: FieldView
    let password: FieldView
    let isPlainHTTP: Bool
}
