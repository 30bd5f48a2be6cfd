import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a user types about a role.
struct RoleForm {
    /// The role to change; nil for a new one.
    let role: Role?
    /// The number of users with the role.
    let users: Int
    private(set) var title: String
    private(set) var name = ""
    private(set) var rank: String
    private(set) var permissions: Set<String>

    /// An empty form.
    init() {
        role = nil
        users = 0
        title = ""
        rank = ""
        permissions = []
    }

    /// The form to change a role.
    init(_ summary: RoleSummary) {
        role = summary.role
        users = summary.users
        title = summary.role.title
        rank = String(summary.role.rank)
        permissions = Set(summary.role.permissions.map(\.rawValue))
    }

    /// Takes what was typed, to show it again.
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

    /// The field that an error is about.
    func field(of error: DomainError) -> String {
        switch error {
        case .denied(.outranked): "rank"
        case .denied: "permissions"
        default: "name"
        }
    }
}
