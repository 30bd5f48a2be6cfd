import ConsoleKit
import WebCore

/// What one text could mean, when it is not exactly one thing.
struct FindView: ConsoleView {
    static let template = "find"

    let frame: FrameView
    let query: String
    let hasPeople: Bool
    let people: [UserRowView]
    let peopleHref: String
    let suggestions: [LinkView]
    let empty: EmptyView?
}
