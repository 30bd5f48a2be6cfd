import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let codes = ConsoleFeature(
        views: [ErrorCodeListView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.codes", needs: .readEvents) { TenantPaths($0).errorCodes }
        ]
    )
}
