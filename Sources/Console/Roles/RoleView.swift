import ConsoleKit
import Domain
import UseCases
import WebCore

/// One role, as it is.
struct RoleView: ConsoleView {
    static let template = "role"

    let frame: FrameView
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

struct PermissionListView: Sendable {
    let title: String
    let permissions: [PermissionLineView]
}

extension RoleView {
    init(_ summary: RoleSummary, frame: FrameView, _ context: TenantContext) {
        let role = summary.role
        let slug = context.tenant.slug
        let title = VisibleText.escaped(role.title)
        let mayChange =
            context.access.allows(.manageRoles) && !role.isBuiltIn && context.access.principal.rank >= role.rank
        let people =
            summary.users == 0
            ? "Not assigned to anyone." : "Assigned to \(CountText.of(summary.users, "person", "people"))."
        self.init(
            frame: frame,
            breadcrumb: RoleForm.breadcrumb(slug, title),
            title: title,
            origin: BadgeView(.plain, role.isBuiltIn ? "Built-in" : "Custom"),
            finding: "\(people) \(role.meaning.capitalizedFirst).",
            edit: mayChange ? ConsolePaths.roleEdit(role.name, slug) : nil,
            delete: mayChange ? ConsolePaths.roleDeletion(role.name, slug) : nil,
            count: "\(role.permissions.count) of \(PermissionName.grantable.count)",
            groups: PermissionGroup.allCases.map { PermissionListView($0, role) },
            facts: [
                FactView("ID", role.name.description, isCode: true),
                FactView("Level", "\(role.rank) of \(Role.ranks.upperBound)"),
                FactView(
                    "Users",
                    CountText.grouped(summary.users),
                    href: context.access.allows(.readUsers)
                        ? PageAddress(ConsolePaths.users(slug), ["role": role.name.description]).href : nil
                ),
                FactView(
                    "Two-factor authentication",
                    role.administers ? "required, unless the installation relaxes it" : "optional"
                ),
            ]
        )
    }
}

extension PermissionListView {
    fileprivate init(_ group: PermissionGroup, _ role: Role) {
        self.init(
            title: group.rawValue,
            permissions: group.permissions.map {
                let isGranted = role.permissions.contains($0)
                return PermissionLineView(
                    isGranted: isGranted,
                    answer: isGranted ? "Yes" : "No",
                    title: $0.words,
                    meaning: $0.meaning
                )
            }
        )
    }
}
