import ConsoleKit
import WebCore

/// The saved views of events that the user sees, and the form for a new one.
struct SavedViewListView: ConsoleView {
    static let template = "views"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let rows: [SavedViewRowView]
    let hasRows: Bool
    let empty: EmptyView?
    let create: SavedViewFormView
}
