import ConsoleKit
import Domain
import UseCases
import WebCore

/// What each role may do.
struct RoleListView: ConsoleView {
    static let template = "roles"

    let frame: FrameView
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
