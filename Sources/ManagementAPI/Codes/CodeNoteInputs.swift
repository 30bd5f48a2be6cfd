import Domain
import UseCases
import WebCore

/// The fields of requests about notes on codes.
enum CodeNoteInputs {
    static let draft = Inputs { reader in
        CauseNoteAdministration.Draft(
            runbook: reader.read(
                Input.optionalText("runbook", "An https URL.", maximum: RunbookAddress.maximumLength)
            ),
            text: reader.read(
                Input.optionalText("note", "Text, which may have several lines.", maximum: CauseNote.textMaximumLength)
            )
        )
    }
}
