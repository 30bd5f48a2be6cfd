import ConsoleKit
import Domain
import UseCases
import WebCore

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
                    label: texts(
                        isGranted ? "roles.granted" : "roles.not-granted",
                        ["role": .text(role.title(texts))]
                    )
                )
            }
        )
    }
}
