import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about roles.
enum RoleInputs {
    static let name = Input.text(
        "name",
        "What users and requests call it; it never changes.",
        maximum: Role.Name.maximumLength,
        schema: .roleName
    )
    static let title = Input.text(
        "title",
        "What people read.",
        maximum: RoleAdministration.titleMaximumLength,
        schema: .line(1...RoleAdministration.titleMaximumLength)
    )
    static let rank = Input.integer(
        "rank",
        "Who ranks higher can act on who ranks lower or equal. Not above one's own.",
        in: Role.ranks
    )
    static let permissions = Input.texts(
        "permissions",
        "What its people may do; nothing that one may not do oneself.",
        maximumCount: PermissionName.grantable.count,
        maximum: 40,
        item: .oneOf(PermissionName.grantable.map(\.rawValue))
    )
    static let draft = [title.description, rank.description, permissions.description]

    static func draft(_ fields: inout Fields) -> RoleAdministration.Draft {
        RoleAdministration.Draft(
            title: fields.read(title),
            rank: fields.read(rank),
            permissions: fields.read(permissions)
        )
    }
}
