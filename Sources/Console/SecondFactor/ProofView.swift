import ConsoleKit
import WebCore

/// Asks for a code, or the password, once more.
struct ProofView: ConsoleView {
    static let template = "proof"

    let head: HeadView
    let heading: String
    let text: String
    let errors: FormErrorsView?
    let form: FormView
    let field: FieldView
    let submit: String
    let cancel: LinkView?
    let signOut: FormView?
}
