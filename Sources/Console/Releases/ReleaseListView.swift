import ConsoleKit
import Domain
import UseCases
import WebCore

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

extension ReleaseListView {
    init(_ list: ReleaseList, _ page: TenantPage) {
        let texts = page.texts
        let path = page.paths.releases
        self.init(
            frame: page.frame(texts("releases.title"), at: path),
            hasRows: !list.releases.items.isEmpty,
            rows: list.releases.items.map { ReleaseRowView($0, page) },
            empty: list.releases.items.isEmpty
                ? EmptyView(texts("releases.empty-title"), texts("releases.empty-text")) : nil,
            pager: PagerView(
                list.releases,
                at: PageAddress(path, [:]),
                order: "common.order.newest-first",
                texts
            ),
            hasChanges: !list.changes.isEmpty,
            changes: list.changes.map { NotableChangeView($0, page) }
        )
    }
}
