import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let settings = ConsoleFeature(
        views: [SettingsView.self, SettingsListView.self, AppleSettingsView.self],
        navigation: [
            NavigationEntry(.tenant, "navigation.settings", needs: .readSettings) { TenantPaths($0).settings }
        ]
    )
}
