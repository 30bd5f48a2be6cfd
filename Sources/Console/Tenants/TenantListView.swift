import ConsoleKit
import WebCore

/// The tenants of the installation, for operators.
struct TenantListView: ConsoleView {
    static let template = "tenants"

    let frame: FrameView
    let create: String
    let hasRows: Bool
    let rows: [TenantRowView]
    let empty: EmptyView?
    let pager: PagerView
}
