import ConsoleKit
import WebCore

/// The users that match a search.
struct UserListView: ConsoleView {
    static let template = "users"

    let frame: FrameView
    /// `1,024,551`
    let total: String?
    let create: String?
    let invite: String?
    let action: String
    let query: String
    let role: SelectView
    let provider: SelectView
    let state: SelectView
    let sort: SelectView
    let filters: [ActiveFilterView]
    let clear: String?
    let hasRows: Bool
    let rows: [UserRowView]
    let empty: EmptyView?
    let pager: PagerView
}
