import ConsoleKit
import Domain
import WebCore

/// The tenant's runbook and note for a code, as they are read.
struct CauseNoteCardView: Sendable {
    let note: String?
    let runbook: LinkView?
    /// Leads to the form; nil where the form is, and for users who may not change it.
    let edit: String?

    /// - Returns: nil when there is nothing to show.
    init?(_ note: CauseNote?, edit: String?) {
        guard note != nil || edit != nil else { return nil }
        self.note = note?.text.map { text in
            text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.escaped(String($0)) }
                .joined(separator: "\n")
        }
        runbook = note?.runbook.map { LinkView(label: $0.description, href: $0.description) }
        self.edit = edit
    }
}
