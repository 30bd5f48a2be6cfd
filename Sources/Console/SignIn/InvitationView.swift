import ConsoleKit
import WebCore

/// An invited user chooses a name and a password.
struct InvitationView: ConsoleView {
    static let template = "invitation"

    let head: HeadView
    let tenantName: String
    let role: String
    let email: String
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let password: FieldView
    let isPlainHTTP: Bool
}
