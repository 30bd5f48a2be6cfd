import ConsoleKit
import WebCore

/// A new or changed role of the tenant.
struct RoleFormView: ConsoleView {
    static let template = "role-form"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let heading: String
    let form: FormView
    let errors: FormErrorsView?
    let title: FieldView
    /// Only for a new one: names stay.
    let name: FieldView?
    let rank: FieldView
    /// What a change means, and for how many.
    let note: String
    let permissions: [PermissionChoicesView]
    let permissionsError: String?
    let submit: String
    let cancel: String
}
