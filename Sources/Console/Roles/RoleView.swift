import ConsoleKit
import Domain
import UseCases

/// One role, as it is.
struct RoleView: FramedView {
    static let template = "role"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let origin: BadgeView
    let finding: String
    let edit: String?
    let delete: String?
    let count: String
    let groups: [PermissionListView]
    let facts: [FactView]
}

extension RoleView {
    init(_ summary: RoleSummary, _ page: TenantPage) {
        let role = summary.role
        let texts = page.texts
        let title = role.title(page.texts)
        let actions = RoleActions(on: role, for: page.access)
        self.init(
            frame: page.frame(title, at: page.paths.roles),
            breadcrumb: .roles(title, page),
            title: title,
            origin: BadgeView(.plain, role.origin(texts)),
            finding: Self.finding(summary, texts),
            edit: actions.canEdit ? page.paths.roleEdit(role.name) : nil,
            delete: actions.canDelete ? page.paths.roleDeletion(role.name) : nil,
            count: role.permissionCount(texts),
            groups: PermissionGroup.allCases.map { PermissionListView($0, of: role, texts) },
            facts: Self.facts(summary, page)
        )
    }

    /// Two sentences: `Assigned to 4 people. Read-only.`
    private static func finding(_ summary: RoleSummary, _ texts: Texts) -> String {
        let users = summary.users == 0 ? texts("roles.unassigned") : texts("roles.assigned", count: summary.users)
        return users + " " + summary.role.consoleAccess.sentence(texts)
    }

    private static func facts(_ summary: RoleSummary, _ page: TenantPage) -> [FactView] {
        let role = summary.role
        let texts = page.texts
        return [
            FactView(texts("roles.id"), role.name.description, isCode: true),
            FactView(
                texts("roles.column-level"),
                texts("roles.level", ["level": .number(role.rank), "highest": .number(Role.ranks.upperBound)])
            ),
            FactView(
                texts("roles.column-users"),
                NumberText.grouped(summary.users, in: texts.language),
                href: page.access.allows(.readUsers)
                    ? PageAddress(page.paths.users, ["role": role.name.description]).href : nil
            ),
            FactView(
                texts("roles.two-factor"),
                texts(role.administers ? "roles.two-factor-required" : "roles.two-factor-optional")
            ),
        ]
    }
}

struct PermissionListView: Sendable {
    let title: String
    let permissions: [PermissionLineView]
}

extension PermissionListView {
    fileprivate init(_ group: PermissionGroup, of role: Role, _ texts: Texts) {
        self.init(
            title: group.label(texts),
            permissions: group.permissions.map {
                let isGranted = role.permissions.contains($0)
                return PermissionLineView(
                    isGranted: isGranted,
                    answer: texts(isGranted ? "roles.yes" : "roles.no"),
                    title: $0.label(texts),
                    meaning: $0.meaning(texts)
                )
            }
        )
    }
}

struct PermissionLineView: Sendable {
    let isGranted: Bool
    /// For screen readers, in place of the mark.
    let answer: String
    let title: String
    let meaning: String
}

extension BreadcrumbView {
    /// From the list of roles to a page about one.
    static func roles(_ current: String, _ page: TenantPage) -> BreadcrumbView {
        BreadcrumbView(links: [LinkView(label: page.texts("roles.title"), href: page.paths.roles)], current: current)
    }
}
