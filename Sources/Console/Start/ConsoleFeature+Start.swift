import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let start = ConsoleFeature(
        views: [NoPagesView.self]
    )
}
