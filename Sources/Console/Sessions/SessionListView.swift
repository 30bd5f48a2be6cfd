import ConsoleKit
import WebCore

/// The sessions of a tenant.
struct SessionListView: ConsoleView {
    static let template = "sessions"

    let frame: FrameView
    let action: String
    let user: FieldView
    let state: SelectView
    let kind: SelectView
    let role: SelectView
    let appVersion: FieldView
    let deviceModel: FieldView
    let osVersion: FieldView
    let seenAfter: FieldView
    let seenBefore: FieldView
    let errors: FormErrorsView?
    let hasMoreFilters: Bool
    let filters: [ActiveFilterView]
    let clear: String?
    /// The page that says how many would end.
    let endMatching: String?
    let hasRows: Bool
    let rows: [SessionRowView]
    let empty: EmptyView?
    let pager: PagerView
}
