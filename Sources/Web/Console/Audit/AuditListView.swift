/// Who did what to whom, from where.
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

struct AuditRowView: Sendable {
    let sequence: String
    let time: TimeView
    /// `Role changed`
    let title: String
    /// `user.role_assigned`
    let code: String
    let actor: String
    /// What tells them from others: an address, an id.
    let actorDetail: String?
    let actorHref: String?
    let target: String?
    let targetHref: String?
    let changes: [ChangeView]
    let address: String
    let request: String?
}

struct ChangeView: Sendable {
    let field: String
    let before: String?
    let after: String?
}
