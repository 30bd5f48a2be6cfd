import ConsoleKit
import Domain
import UseCases
import WebCore

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
            people: NumberText.grouped(summary.users, in: texts.language),
            origin: role.origin(texts),
            edit: actions.canEdit ? page.paths.roleEdit(role.name) : nil,
            delete: actions.canDelete ? page.paths.roleDeletion(role.name) : nil
        )
    }
}
