import ConsoleKit
import WebCore

/// The API keys of a tenant, and the form for a new one.
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
