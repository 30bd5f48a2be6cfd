import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let events = ConsoleFeature(
        views: [EventListView.self, EventLiveView.self, EventView.self, CauseNoteView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.events", needs: .readEvents) { TenantPaths($0).events }
        ]
    )
}
