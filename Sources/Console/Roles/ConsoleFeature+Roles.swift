import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let roles = ConsoleFeature(
        views: [RoleListView.self, RoleFormView.self, RoleView.self],
        navigation: [
            NavigationEntry(.people, "navigation.roles", needs: .readRoles) { TenantPaths($0).roles }
        ]
    )
}
