import ConsoleKit
import WebCore

/// What breaks, and for how many people.
struct FailureListView: ConsoleView {
    static let template = "failures"

    let frame: FrameView
    let tabs: [FailureTabView]
    let ranges: [RangeView]
    let action: String
    /// The tab and the period in force, so that filtering keeps them.
    let kept: [HiddenFieldView]
    let code: FieldView
    let release: FieldView
    let sort: SelectView
    let notice: NoticeView?
    /// Nil for viewers who may not triage.
    let bulk: FormView?
    let canTriage: Bool
    let buttons: [FailureButtonView]
    let hasRows: Bool
    let rows: [FailureRowView]
    let empty: EmptyView?
    let pager: PagerView
}
