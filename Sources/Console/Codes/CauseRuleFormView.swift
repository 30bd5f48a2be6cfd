import ConsoleKit
import WebCore

struct CauseRuleFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let domain: FieldView
    let code: FieldView
    let stage: SelectView
    let treatAs: SelectView
}
