import ConsoleKit
import WebCore

/// The form of a new user, or of changes to one.
struct UserFormView: ConsoleView {
    static let template = "user-form"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let introduction: String
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let email: FieldView
    /// Only when a user is created.
    let password: FieldView?
    let role: SelectView?
    let submit: String
    let cancel: String
}
