import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let views = ConsoleFeature(views: [SavedViewListView.self, SavedViewEditView.self], navigation: [])
}
