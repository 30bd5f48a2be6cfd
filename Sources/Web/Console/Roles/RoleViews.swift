/// What each role may do.
struct RoleListView: ConsoleView {
    static let template = "roles"

    let frame: FrameView
    let create: String?
    let roles: [RoleRowView]
    let columns: [RoleColumnView]
    let matrix: [PermissionRowView]
}

struct RoleRowView: Sendable {
    let title: String
    let href: String
    let name: String
    let rank: String
    let permissions: String
    let people: String
    let origin: String
    let edit: String?
    let delete: String?
}

struct RoleColumnView: Sendable {
    let title: String
}

struct PermissionRowView: Sendable {
    let title: String
    let name: String
    let cells: [PermissionCellView]
}

struct PermissionCellView: Sendable {
    let isGranted: Bool
    /// For those who cannot see the mark: `Admin: yes`.
    let label: String
}

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

/// Permissions that belong together.
struct PermissionChoicesView: Sendable {
    let title: String
    let permissions: [PermissionChoiceView]
}

struct PermissionChoiceView: Sendable {
    let id: String
    let value: String
    let title: String
    let meaning: String
    let isChecked: Bool
}
