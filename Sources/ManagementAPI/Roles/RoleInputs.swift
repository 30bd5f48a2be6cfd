import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about roles.
enum RoleInputs {
    static let name = Input.text(
        "name",
        "The name in requests; it never changes.",
        maximum: Role.Name.maximumLength,
        schema: .roleName
    )
    static let title = Input.text(
        "title",
        "The display name.",
        maximum: RoleAdministration.titleMaximumLength,
        schema: .line(1...RoleAdministration.titleMaximumLength)
    )
    static let rank = Input.integer(
        "rank",
        "Users can act on users of a lower or equal rank. At most the caller's own rank.",
        in: Role.ranks
    )
    static let permissions = Input.texts(
        "permissions",
        "The permissions of its users; only permissions that the caller has.",
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
