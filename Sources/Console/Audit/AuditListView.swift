import ConsoleKit
import WebCore

/// The list of the audit log.
struct AuditListView: ConsoleView {
    static let template = "audit"

    let frame: FrameView
    let chain: VerdictView
    let action: String
    let actionFilter: SelectView
    let actor: FieldView
    let target: FieldView
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    let clear: String?
    let hasRows: Bool
    let rows: [AuditRowView]
    let empty: EmptyView?
    let pager: PagerView
}
