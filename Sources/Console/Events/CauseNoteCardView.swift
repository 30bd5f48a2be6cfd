import ConsoleKit
import Domain
import UseCases
import WebCore

/// The tenant's runbook and note for a code, as they are read.
///
/// A template looks for an absent value in the views around, so the names differ from theirs.
struct CauseNoteCardView: Sendable {
    let noteText: String?
    let runbookLink: LinkView?
    /// Leads to the form; nil where the form is, and for users who may not change it.
    let editLink: String?

    /// - Returns: nil when there is nothing to show.
    init?(_ note: CauseNote?, edit: String?) {
        guard note != nil || edit != nil else { return nil }
        noteText = note?.text.map { text in
            text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.escaped(String($0)) }
                .joined(separator: "\n")
        }
        runbookLink = note?.runbook.map { LinkView(label: $0.description, href: $0.description) }
        editLink = edit
    }
}

extension CauseNoteCardView {
    /// What a tenant adds to a code, beside its explanation.
    init?(_ note: CauseNote?, on entry: CauseEntry, _ page: TenantPage) {
        self.init(note, edit: page.access.allows(.manageSettings) ? page.paths.code(entry) : nil)
    }
}
