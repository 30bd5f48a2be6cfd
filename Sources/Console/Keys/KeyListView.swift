import ConsoleKit
import WebCore

/// What lets apps and back ends in.
struct KeyListView: ConsoleView {
    static let template = "keys"

    let frame: FrameView
    let rows: [KeyRowView]
    let hasRows: Bool
    let empty: EmptyView?
    let create: KeyFormView?
    /// The keys that sign access tokens.
    let signing: String
    let pager: PagerView
}
