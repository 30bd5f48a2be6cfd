import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let sessions = ConsoleFeature(
        views: [SessionListView.self],
        navigation: [
            NavigationEntry(.people, "Sessions", needs: .readSessions) { ConsolePaths.sessions($0) }
        ]
    )
}
