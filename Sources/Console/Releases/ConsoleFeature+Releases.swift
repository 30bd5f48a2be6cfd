import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let releases = ConsoleFeature(
        views: [ReleaseListView.self, ReleaseView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.releases", needs: .readEvents) { TenantPaths($0).releases }
        ]
    )
}
