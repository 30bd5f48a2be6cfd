import ConsoleKit
import Domain
import UseCases

/// What each role may do.
struct RoleListView: FramedView {
    static let template = "roles"

    var frame: FrameView
    let create: String?
    let roles: [RoleRowView]
    let columns: [RoleColumnView]
    let matrix: [PermissionRowView]
}

extension RoleListView {
    init(_ roles: [RoleSummary], _ page: TenantPage) {
        self.init(
            frame: page.frame(page.texts("roles.title"), at: page.paths.roles),
            create: page.access.allows(.manageRoles) ? page.paths.newRole : nil,
            roles: roles.map { RoleRowView($0, page) },
            columns: roles.map { RoleColumnView(title: $0.role.title(page.texts)) },
            matrix: PermissionName.grantable.map { PermissionRowView($0, roles.map(\.role), page.texts) }
        )
    }
}

struct PermissionRowView: Sendable {
    let title: String
    let name: String
    let cells: [PermissionCellView]
}

extension PermissionRowView {
    init(_ permission: PermissionName, _ roles: [Role], _ texts: Texts) {
        self.init(
            title: permission.label(texts),
            name: permission.rawValue,
            cells: roles.map { role in
                let isGranted = role.permissions.contains(permission)
                return PermissionCellView(
                    isGranted: isGranted,
                    label: texts(isGranted ? "roles.granted" : "roles.not-granted", ["role": .text(role.title(texts))])
                )
            }
        )
    }
}

struct PermissionCellView: Sendable {
    let isGranted: Bool
    /// For screen readers, in place of the mark: `Admin: yes`.
    let label: String
}

struct RoleColumnView: Sendable {
    let title: String
}

struct RoleRowView: Sendable {
    let title: String
    let href: String
    let name: String
    let rank: String
    let permissions: String
    let users: String
    let origin: String
    let edit: String?
    let delete: String?
}

extension RoleRowView {
    init(_ summary: RoleSummary, _ page: TenantPage) {
        let role = summary.role
        let texts = page.texts
        let actions = RoleActions(on: role, for: page.access)
        self.init(
            title: role.title(page.texts),
            href: page.paths.role(role.name),
            name: role.name.description,
            rank: String(role.rank),
            permissions: role.permissionCount(texts),
            users: NumberText.grouped(summary.users, in: texts.language),
            origin: role.origin(texts),
            edit: actions.canEdit ? page.paths.roleEdit(role.name) : nil,
            delete: actions.canDelete ? page.paths.roleDeletion(role.name) : nil
        )
    }
}
