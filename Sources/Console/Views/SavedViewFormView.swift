import ConsoleKit
import WebCore

struct SavedViewFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    /// What the form saves.
    let question: String
    let hidden: [HiddenFieldView]
    let name: FieldView
    let sharing: SelectView
}
