/// One event, whole.
struct EventView: ConsoleView {
    static let template = "event"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let code: String?
    let outcome: BadgeView
    /// `reported by the app`
    let summary: String
    let time: TimeView
    let message: String?
    let facts: [FactView]
    let environment: [FactView]
    let links: [LinkView]
    let hasError: Bool
    let chain: [CauseView]
    let hasAttributes: Bool
    let attributes: [AttributeView]
    let attemptHref: String?
    let hasAttempt: Bool
    let attempt: [AttemptRowView]
}

/// One event of the same attempt.
struct AttemptRowView: Sendable {
    let time: TimeView
    let href: String
    let title: String
    let detail: String
    let outcome: BadgeView
    let message: String
    /// It is the page's own event.
    let isCurrent: Bool
}

struct CauseView: Sendable {
    let domain: String
    let code: String
    let message: String?
}

struct AttributeView: Sendable {
    let name: String
    let value: String
}
