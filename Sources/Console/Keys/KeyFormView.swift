import ConsoleKit
import WebCore

struct KeyFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let kind: SelectView
}
