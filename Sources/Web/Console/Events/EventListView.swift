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
    let code: FieldView
    let appVersion: FieldView
    let user: FieldView
    let session: FieldView
    let attempt: FieldView
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

struct RangeView: Sendable {
    let label: String
    /// What a screen reader says: `the last 24 hours`.
    let name: String
    let href: String
    let isCurrent: Bool
}

struct EventRowView: Sendable {
    let time: TimeView
    let href: String
    let title: String
    let detail: String
    let outcome: BadgeView
    let message: String
    let person: EventUserView?
    let app: String
    let system: String
}

/// Whom an event is about: by name when it is someone of the tenant's, else by what the client calls them.
struct EventUserView: Sendable {
    let label: String
    let href: String
    let isCode: Bool
}

/// A chart with the same figures as a table.
struct HistogramView: Sendable {
    let title: String
    let step: String
    let chart: SafeHTML
    let legend: [LegendView]
    let columns: [String]
    let rows: [HistogramRowView]
}

struct LegendView: Sendable {
    let tone: String
    let label: String
    let total: String
}

struct HistogramRowView: Sendable {
    let label: String
    let href: String
    let counts: [String]
    let total: String
}
