import ConsoleKit
import WebCore

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
    let explanation: ExplanationView?
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// It has a code that this version does not know.
    let hasUnknownCode: Bool
    let facts: [FactView]
    let environment: [FactView]
    let links: [LinkView]
    let hasError: Bool
    let chain: [CauseView]
    let hasBreadcrumbs: Bool
    /// The oldest first.
    let breadcrumbs: [EventBreadcrumbView]
    let hasAttributes: Bool
    let attributes: [AttributeView]
    let attemptHref: String?
    let hasAttempt: Bool
    let attempt: [AttemptRowView]
}
