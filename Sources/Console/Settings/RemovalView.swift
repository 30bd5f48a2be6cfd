import ConsoleKit
import WebCore

/// Takes one row away.
struct RemovalView: Sendable {
    let action: String
    let token: String
    let hidden: [HiddenFieldView]

    init(_ form: FormView, _ hidden: [HiddenFieldView]) {
        action = form.action
        token = form.token
        self.hidden = hidden
    }
}
