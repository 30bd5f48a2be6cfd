import ConsoleKit
import WebCore

struct FailureCommentFormView: Sendable {
    let form: FormView
    let text: AreaView
}
