import ConsoleKit
import WebCore

/// Any question about what happened.
struct EventListView: ConsoleView {
    static let template = "events"

    let frame: FrameView
    /// `342 of 12,408 events failed`
    let finding: String
    let period: String
    let action: String
    let ranges: [RangeView]
    /// The named range in force, so that filtering keeps it; nil when from and to are given.
    let range: String?
    let from: FieldView
    let to: FieldView
    let query: String
    let stage: SelectView
    let outcome: SelectView
    let source: SelectView
    /// The filters with a text field.
    let fields: [FieldView]
    let hasMoreFilters: Bool
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    let clear: String?
    let histogram: HistogramView?
    let hasRows: Bool
    let rows: [EventRowView]
    let empty: EmptyView?
    let pager: PagerView
}
