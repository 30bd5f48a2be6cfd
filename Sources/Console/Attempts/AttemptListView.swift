import ConsoleKit
import WebCore

/// The attempts of a tenant.
struct AttemptListView: ConsoleView {
    static let template = "attempts"

    let frame: FrameView
    let action: String
    let fields: [FieldView]
    /// The failure in force, so that a search keeps it.
    let failure: String?
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    let clear: String?
    let partialNote: String?
    let hasRows: Bool
    let rows: [AttemptSummaryView]
    let empty: EmptyView?
    let pager: PagerView
}
