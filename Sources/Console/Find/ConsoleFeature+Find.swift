import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let find = ConsoleFeature(
        views: [FindView.self]
    )
}
