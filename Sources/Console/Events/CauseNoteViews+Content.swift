import ConsoleKit
import Domain
import UseCases
import WebCore

extension CauseNoteView {
    init(_ form: CauseNoteForm, _ page: TenantPage) {
        let (entry, texts) = (form.entry, page.texts)
        let edit = CauseNoteFormView(form, page)
        self.init(
            frame: page.frame(entry.code, at: page.paths.events),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("events.title"), href: page.paths.events)],
                current: entry.code
            ),
            code: entry.code,
            explanation: ExplanationView(CauseExplanation(entry, texts), texts),
            note: edit == nil ? CauseNoteCardView(form.note, edit: nil) : nil,
            edit: edit
        )
    }
}

extension CauseNoteCardView {
    /// What a tenant adds to a code, beside its explanation.
    init?(_ note: CauseNote?, on entry: CauseEntry, _ page: TenantPage) {
        self.init(note, edit: page.access.allows(.manageSettings) ? page.paths.code(entry) : nil)
    }
}

extension Console {
    /// Returns what a tenant adds to a code; nil also for a code that this version does not know.
    func causeNote(on code: String?, grant: Grant<ReadEvents>) async throws -> CauseNote? {
        guard let entry = code.flatMap(CauseCatalogue.entry) else { return nil }
        return try await services.causeNotes.note(on: entry.code, grant: grant)
    }
}

extension CauseNoteFormView {
    fileprivate init?(_ typed: CauseNoteForm, _ page: TenantPage) {
        guard page.access.allows(.manageSettings) else { return nil }
        let texts = page.texts
        self.init(
            form: page.form(page.paths.code(typed.entry)),
            errors: typed.problems.summary,
            runbook: FieldView(
                "runbook",
                texts("events.runbook"),
                value: typed.runbook,
                hint: texts("events.runbook-hint"),
                error: typed.problems["runbook"],
                maximumLength: RunbookAddress.maximumLength,
                isRequired: false,
                isFocused: typed.problems["runbook"] != nil,
                isVerbatim: true
            ),
            note: AreaView(
                "note",
                texts("events.note"),
                value: typed.text,
                rows: 4,
                hint: texts("events.note-hint", ["maximum": .number(CauseNote.textMaximumLength)]),
                error: typed.problems["note"],
                isRequired: false
            )
        )
    }
}
