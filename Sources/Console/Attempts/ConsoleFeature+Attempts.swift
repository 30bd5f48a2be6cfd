import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let attempts = ConsoleFeature(
        views: [AttemptListView.self, AttemptView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.attempts", needs: .readEvents) { TenantPaths($0).attempts }
        ]
    )
}
