import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let sessions = ConsoleFeature(
        views: [SessionListView.self],
        navigation: [
            NavigationEntry(.people, "navigation.sessions", needs: .readSessions) { TenantPaths($0).sessions }
        ]
    )
}
