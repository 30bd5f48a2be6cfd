import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let overview = ConsoleFeature(
        views: [OverviewView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.overview", needs: .readEvents) { TenantPaths($0).overview }
        ]
    )
}
