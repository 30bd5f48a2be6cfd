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
    /// Other things to do with these events.
    let actions: [LinkView]
    let hasActions: Bool
    let ranges: [RangeView]
    /// The named range in force, so that filtering keeps it; nil when from and to are given.
    let range: String?
    let from: FieldView
    let to: FieldView
    let query: QueryFieldView
    /// What the fields below show of the query.
    let shown: String
    let stage: SelectView
    let outcome: SelectView
    let source: SelectView
    /// The filters with a text field.
    let fields: [FieldView]
    let hasMoreFilters: Bool
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    /// Says that the search stopped before it had seen all events.
    let partialNote: String?
    let clear: String?
    let histogram: HistogramView?
    /// The field that the chart is stacked by, so that filtering keeps it.
    let stackedBy: String?
    /// What the events are compared with, so that filtering keeps it.
    let comparedWith: String?
    let comparedQuery: String?
    let stackForm: StackFormView?
    let values: FacetValuesView?
    let comparison: ComparisonView?
    let hasRows: Bool
    let days: [EventDayView]
    let empty: EmptyView?
    let pager: PagerView
}
