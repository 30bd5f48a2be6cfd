import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a user types about a code.
struct CauseNoteForm {
    let entry: CauseEntry
    /// The current note; nil when there is none, and in a form that is shown again.
    let note: CauseNote?
    private(set) var runbook: String
    private(set) var text: String

    init(_ entry: CauseEntry, _ note: CauseNote?) {
        self.entry = entry
        self.note = note
        runbook = note?.runbook?.description ?? ""
        text = note?.text ?? ""
    }

    /// Takes what was typed, to show it again.
    mutating func read(_ fields: inout Fields) -> CauseNoteAdministration.Draft {
        let draft = CauseNoteAdministration.Draft(
            runbook: fields.optionalText("runbook", maximum: RunbookAddress.maximumLength),
            text: fields.optionalText("note", maximum: CauseNote.textMaximumLength)
        )
        runbook = fields.typed("runbook")
        text = fields.typed("note")
        return draft
    }

    static func labels(_ texts: Texts) -> [String: String] {
        ["runbook": texts("events.runbook"), "note": texts("events.note")]
    }
}
