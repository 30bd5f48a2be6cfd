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
    static let draft = Inputs { reader in
        RoleAdministration.Draft(
            title: reader.read(title),
            rank: reader.read(rank),
            permissions: reader.read(permissions)
        )
    }
    static let newRole = Inputs { (name: $0.read(name), draft: $0.read(draft)) }
}
