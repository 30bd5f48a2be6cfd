import ConsoleKit
import WebCore

struct CauseNoteFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let runbook: FieldView
    let note: AreaView
}
