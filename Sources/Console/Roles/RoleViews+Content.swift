import ConsoleKit
import Domain
import UseCases
import WebCore

extension RoleListView {
    init(_ roles: [RoleSummary], frame: FrameView, _ context: TenantContext) {
        let mayManage = context.access.allows(.manageRoles)
        self.init(
            frame: frame,
            create: mayManage ? ConsolePaths.newRole(context.tenant.slug) : nil,
            roles: roles.map { RoleRowView($0, mayManage: mayManage, context) },
            columns: roles.map { RoleColumnView(title: VisibleText.escaped($0.role.title)) },
            matrix: PermissionName.grantable.map { PermissionRowView($0, roles.map(\.role)) }
        )
    }
}

extension RoleRowView {
    init(_ summary: RoleSummary, mayManage: Bool, _ context: TenantContext) {
        let role = summary.role
        let slug = context.tenant.slug
        let principal = context.access.principal
        let mayChange = mayManage && !role.isBuiltIn && principal.rank >= role.rank
        self.init(
            title: VisibleText.escaped(role.title),
            href: ConsolePaths.role(role.name, slug),
            name: role.name.description,
            rank: String(role.rank),
            permissions: "\(role.permissions.count) of \(PermissionName.grantable.count)",
            people: CountText.grouped(summary.users),
            origin: role.isBuiltIn ? "Built-in" : "Custom",
            edit: mayChange ? ConsolePaths.roleEdit(role.name, slug) : nil,
            delete: mayChange ? ConsolePaths.roleDeletion(role.name, slug) : nil
        )
    }
}

extension PermissionRowView {
    init(_ permission: PermissionName, _ roles: [Role]) {
        self.init(
            title: permission.words,
            name: permission.rawValue,
            cells: roles.map { role in
                let isGranted = role.permissions.contains(permission)
                return PermissionCellView(
                    isGranted: isGranted,
                    label: "\(VisibleText.escaped(role.title)): \(isGranted ? "yes" : "no")"
                )
            }
        )
    }
}
