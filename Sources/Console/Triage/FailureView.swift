import ConsoleKit
import Domain
import WebCore

/// One failure: whom it affects, why, and what to do.
struct FailureView: ConsoleView {
    static let template = "failure"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let code: String
    let step: String
    let state: BadgeView
    let verdict: VerdictView
    let figures: [FigureView]
    let notice: NoticeView?
    let ranges: [RangeView]
    let histogram: HistogramView
    let explanation: ExplanationView?
    let hasUnknownCode: Bool
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// Leads to the form of a rule for an error that the catalogue does not have.
    let treatLink: String?
    let hasError: Bool
    /// The errors of the latest event that has them.
    let chain: [CauseView]
    let facts: [FactView]
    let allEvents: String
    let hasReleases: Bool
    let releases: [FailureReleaseView]
    let releasesNote: String?
    let hasRows: Bool
    let days: [EventDayView]
    let allAttempts: String
    let hasAttempts: Bool
    let attempts: [AttemptSummaryView]
    let triage: FailureTriageView?
    let commentForm: FailureCommentFormView?
    let hasComments: Bool
    let comments: [FailureNoteView]
    let hasHistory: Bool
    let history: [FailureNoteView]

    /// The labels of its fields.
    static func labels(_ texts: Texts) -> [String: String] {
        [
            "release": texts("failures.fixed-in"), "count": texts("failures.wait-for"),
            "assignee": texts("failures.owner"), "text": texts("failures.comment"),
        ]
    }
}
