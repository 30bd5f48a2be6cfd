import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let keys = ConsoleFeature(
        views: [
            KeyListView.self,
            NewKeyView.self,
            SigningKeyListView.self,
        ],
        navigation: [
            NavigationEntry(.tenant, "navigation.keys", needs: .readKeys) { TenantPaths($0).keys }
        ]
    )
}
