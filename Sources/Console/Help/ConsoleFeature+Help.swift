import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let help = ConsoleFeature(views: [CodeListView.self, CodeView.self, UnknownCodeView.self])
}
