import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let failures = ConsoleFeature(
        views: [FailureListView.self, FailureView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.failures", needs: .readEvents) { TenantPaths($0).failures }
        ]
    )
}
