import ConsoleKit
import WebCore

/// One attempt: what each party says of it, in one order.
struct AttemptView: ConsoleView {
    static let template = "attempt"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    /// `Token exchange failed`
    let title: String
    let code: String?
    let outcome: BadgeView
    /// Attempts of the same installation.
    let previous: String?
    let next: String?
    let time: TimeView
    /// `5 steps in 2.9 s`
    let summary: String
    /// What was done about the phone's clock.
    let clockNote: String?
    let hasFindings: Bool
    let findings: [AttemptFindingView]
    let lanes: AttemptLanesView
    let rows: [TimelineRowView]
    let cause: AttemptCauseView?
    let hasError: Bool
    /// The errors of the event that decided.
    let chain: [CauseView]
    let hasOtherCodes: Bool
    let otherCodes: [OtherCodeView]
    let facts: [FactView]
    let links: [LinkView]
    let session: AttemptSessionView?
    let hasEarlier: Bool
    let earlier: [AttemptSummaryView]
    let hasLater: Bool
    let later: [AttemptSummaryView]
}
