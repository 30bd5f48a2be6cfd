import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let members = ConsoleFeature(
        views: [MemberListView.self],
        navigation: [
            NavigationEntry(.people, "navigation.members", needs: .readUsers) { TenantPaths($0).members }
        ]
    )
}
