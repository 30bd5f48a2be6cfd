import ConsoleKit
import WebCore

/// Deletes a rule, as it was read.
struct CauseRuleRemovalView: Sendable {
    let action: String
    let token: String
    let version: String

    init(_ form: FormView, version: Int) {
        action = form.action
        token = form.token
        self.version = "\(version)"
    }
}
