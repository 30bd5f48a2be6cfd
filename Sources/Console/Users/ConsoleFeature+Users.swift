import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let users = ConsoleFeature(
        views: [UserListView.self, UserView.self, UserFormView.self, InvitationLinkView.self],
        navigation: [
            NavigationEntry(.people, "navigation.users", needs: .readUsers) { TenantPaths($0).users }
        ]
    )
}
