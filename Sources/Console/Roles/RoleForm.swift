import ConsoleKit
import Domain
import UseCases
import WebCore

/// What someone types about a role, and what is wrong with it.
struct RoleForm {
    /// The one that changes; nil for a new one.
    let role: Role?
    /// Who has it now.
    let people: Int
    var title: String
    var name = ""
    var rank: String
    var permissions: Set<String>
    var problems = FormProblems([])

    /// - Parameter role: what the form starts with.
    init(_ role: Role?, people: Int = 0) {
        self.role = role
        self.people = people
        title = role?.title ?? ""
        rank = role.map { String($0.rank) } ?? ""
        permissions = Set(role?.permissions.map(\.rawValue) ?? [])
    }

    var heading: String { role.map { "Edit “\(VisibleText.escaped($0.title))”" } ?? "Create a role" }

    /// Takes what was typed, to be shown again, and reads it.
    mutating func read(_ fields: inout Fields) -> RoleAdministration.Draft {
        let draft = RoleAdministration.Draft(
            title: fields.text("title", maximum: RoleAdministration.titleMaximumLength),
            rank: fields.integer("rank", in: Role.ranks),
            permissions: fields.texts("permissions", maximumCount: PermissionName.allCases.count, maximum: 40)
        )
        title = fields.typed("title")
        name = fields.typed("name")
        rank = fields.typed("rank")
        permissions = Set(draft.permissions)
        return draft
    }

    /// The field that a refusal is about.
    func field(of denial: DomainError.Denial) -> String { denial == .outranked ? "rank" : "permissions" }

    func view(_ frame: FrameView, errors: FormErrorsView?, _ console: Console, _ context: TenantContext) -> RoleFormView
    {
        let slug = context.tenant.slug
        let action = role.map { ConsolePaths.roleEdit($0.name, slug) } ?? ConsolePaths.roles(slug)
        return RoleFormView(
            frame: frame,
            breadcrumb: Self.breadcrumb(slug, role.map { VisibleText.escaped($0.title) } ?? "New"),
            heading: heading,
            form: console.form(action, context),
            errors: errors ?? problems.summary,
            title: FieldView(
                "title",
                "Name",
                value: title,
                hint: "Shown in the console, like Support.",
                error: problems["title"],
                maximumLength: RoleAdministration.titleMaximumLength,
                isFocused: role == nil && title.isEmpty
            ),
            name: nameField,
            rank: FieldView(
                "rank",
                "Level",
                value: rank,
                hint: "From 0 to 100. Members can only manage people at or below their level.",
                error: problems["rank"],
                maximumLength: 3,
                isVerbatim: true
            ),
            note: note,
            permissions: choices(context.access.principal),
            permissionsError: problems["permissions"],
            submit: role == nil ? "Create the role" : "Save",
            cancel: ConsolePaths.roles(slug)
        )
    }

    private var nameField: FieldView? {
        guard role == nil else { return nil }
        return FieldView(
            "name",
            "ID",
            value: name,
            hint: "Lower-case letters, digits and underscores, starting with a letter. Can’t be changed later.",
            error: problems["name"],
            maximumLength: Role.Name.maximumLength,
            isVerbatim: true
        )
    }

    /// What a change means.
    private var note: String {
        guard role != nil else { return "A new role is not assigned to anyone." }
        guard people > 0 else { return "Not assigned to anyone." }
        return
            "\(CountText.of(people, "person has", "people have").capitalizedFirst) this role. Changes apply from their next request."
    }

    /// Nobody gives what they do not hold, so it is not offered.
    private func choices(_ principal: Principal) -> [PermissionChoicesView] {
        PermissionGroup.allCases.map { group in
            PermissionChoicesView(
                title: group.rawValue,
                permissions: group.permissions.filter { principal.permissions.contains($0) || $0 == .enterConsole }.map
                {
                    PermissionChoiceView(
                        id: "permission-\($0.rawValue)",
                        value: $0.rawValue,
                        title: $0.words,
                        meaning: $0.meaning,
                        isChecked: permissions.contains($0.rawValue)
                    )
                }
            )
        }.filter { !$0.permissions.isEmpty }
    }

    static func breadcrumb(_ slug: Tenant.Slug, _ current: String) -> BreadcrumbView {
        BreadcrumbView(links: [LinkView(label: "Roles", href: ConsolePaths.roles(slug))], current: current)
    }
}
