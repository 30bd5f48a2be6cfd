import ConsoleKit
import WebCore

struct RoleChoiceView: Sendable {
    let form: FormView
    let role: SelectView
}
