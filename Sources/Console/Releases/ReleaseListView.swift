import ConsoleKit

/// The releases of the app, and what else changed.
struct ReleaseListView: ConsoleView {
    static let template = "releases"

    let frame: FrameView
    let hasRows: Bool
    let rows: [ReleaseRowView]
    let empty: EmptyView?
    let pager: PagerView
    let hasChanges: Bool
    let changes: [NotableChangeView]
}
