import ConsoleKit
import Domain
import UseCases

/// A code with its explanation, and a form for the tenant's runbook and note.
struct CauseNoteView: FramedView {
    static let template = "cause-note"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let code: String
    let explanation: ExplanationView
    let note: CauseNoteCardView?
    /// Nil for users who may not change it.
    let edit: CauseNoteFormView?
}

extension CauseNoteView {
    init(_ form: CauseNoteForm, _ page: TenantPage, _ problems: FormProblems = .none) {
        let (entry, texts) = (form.entry, page.texts)
        let edit = CauseNoteFormView(form, page, problems)
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

struct CauseNoteFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let runbook: FieldView
    let note: AreaView
}

extension CauseNoteFormView {
    fileprivate init?(_ typed: CauseNoteForm, _ page: TenantPage, _ problems: FormProblems) {
        guard page.access.allows(.manageSettings) else { return nil }
        let texts = page.texts
        self.init(
            form: page.form(page.paths.code(typed.entry)),
            errors: problems.summary,
            runbook: FieldView(
                "runbook",
                texts("events.runbook"),
                value: typed.runbook,
                hint: texts("events.runbook-hint"),
                error: problems["runbook"],
                maximumLength: RunbookAddress.maximumLength,
                isRequired: false,
                isFocused: problems["runbook"] != nil,
                isVerbatim: true
            ),
            note: AreaView(
                "note",
                texts("events.note"),
                value: typed.text,
                rows: 4,
                hint: texts("events.note-hint", ["maximum": .number(CauseNote.textMaximumLength)]),
                error: problems["note"],
                isRequired: false
            )
        )
    }
}

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
        noteText = note?.text.map(VisibleText.escapedLines)
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

extension Console {
    /// Returns what a tenant adds to a code; nil also for a code that this version does not know.
    func causeNote(on code: String?, grant: Grant<ReadEvents>) async throws -> CauseNote? {
        guard let entry = code.flatMap(CauseCatalogue.entry) else { return nil }
        return try await services.causeNotes.note(on: entry.code, grant: grant)
    }
}
