import ConsoleKit
import WebCore

/// A code with its explanation, and a form for the tenant's runbook and note.
struct CauseNoteView: ConsoleView {
    static let template = "cause-note"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let code: String
    let explanation: ExplanationView
    let note: CauseNoteCardView?
    /// Nil for users who may not change it.
    let edit: CauseNoteFormView?
}
