import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let roles = ConsoleFeature(
        views: [RoleListView.self, RoleFormView.self, RoleView.self],
        navigation: [
            NavigationEntry(.people, "Roles", needs: .readRoles) { ConsolePaths.roles($0) }
        ]
    )
}
