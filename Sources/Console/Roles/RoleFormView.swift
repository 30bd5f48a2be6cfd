import ConsoleKit
import Domain
import UseCases

/// A new or changed role of the tenant.
struct RoleFormView: FramedView {
    static let template = "role-form"

    var frame: FrameView
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

extension RoleFormView {
    init(_ typed: RoleForm, _ page: TenantPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        let role = typed.role
        let title = role.map { $0.title(texts) }
        let heading = title.map { texts("roles.edit-title", ["role": .text($0)]) } ?? texts("roles.create")
        self.init(
            frame: page.frame(heading, at: page.paths.roles),
            breadcrumb: .roles(title ?? texts("roles.new"), page),
            heading: heading,
            form: page.form(role.map { page.paths.roleEdit($0.name) } ?? page.paths.roles),
            errors: problems.summary,
            title: Self.title(typed, problems, texts),
            name: role == nil ? Self.name(typed, problems, texts) : nil,
            rank: Self.rank(typed, problems, texts),
            note: Self.note(typed, texts),
            permissions: PermissionGroup.allCases.compactMap { PermissionChoicesView($0, typed, page) },
            permissionsError: problems["permissions"],
            submit: texts(role == nil ? "roles.submit" : "roles.save"),
            cancel: page.paths.roles
        )
    }

    private static func title(_ typed: RoleForm, _ problems: FormProblems, _ texts: Texts) -> FieldView {
        FieldView(
            "title",
            texts("roles.field-title"),
            value: typed.title,
            hint: texts("roles.field-title-hint"),
            error: problems["title"],
            maximumLength: RoleAdministration.titleMaximumLength,
            isFocused: typed.role == nil && typed.title.isEmpty
        )
    }

    private static func name(_ typed: RoleForm, _ problems: FormProblems, _ texts: Texts) -> FieldView {
        FieldView(
            "name",
            texts("roles.id"),
            value: typed.name,
            hint: texts("roles.field-id-hint"),
            error: problems["name"],
            maximumLength: Role.Name.maximumLength,
            isVerbatim: true
        )
    }

    private static func rank(_ typed: RoleForm, _ problems: FormProblems, _ texts: Texts) -> FieldView {
        FieldView(
            "rank",
            texts("roles.column-level"),
            value: typed.rank,
            hint: texts("roles.field-level-hint"),
            error: problems["rank"],
            maximumLength: 3,
            isVerbatim: true
        )
    }

    /// What a change means, and for how many users.
    private static func note(_ typed: RoleForm, _ texts: Texts) -> String {
        guard typed.role != nil else { return texts("roles.note-new") }
        return typed.users == 0 ? texts("roles.unassigned") : texts("roles.note", count: typed.users)
    }
}

/// Permissions that belong together.
struct PermissionChoicesView: Sendable {
    let title: String
    let permissions: [PermissionChoiceView]
}

extension PermissionChoicesView {
    /// Offers the permissions that the user can grant.
    /// - Returns: nil when there are none.
    fileprivate init?(_ group: PermissionGroup, _ typed: RoleForm, _ page: TenantPage) {
        let permissions = group.permissions.filter { page.access.principal.mayGive($0) }
        guard !permissions.isEmpty else { return nil }
        self.init(
            title: group.label(page.texts),
            permissions: permissions.map {
                PermissionChoiceView(
                    id: "permission-\($0.rawValue)",
                    value: $0.rawValue,
                    title: $0.label(page.texts),
                    meaning: $0.meaning(page.texts),
                    isChecked: typed.permissions.contains($0.rawValue)
                )
            }
        )
    }
}

struct PermissionChoiceView: Sendable {
    let id: String
    let value: String
    let title: String
    let meaning: String
    let isChecked: Bool
}
