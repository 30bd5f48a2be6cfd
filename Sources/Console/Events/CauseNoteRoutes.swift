import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// A code inside a tenant: its explanation, and the tenant's runbook and note.
struct CauseNoteRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadEvents.self).get("codes/{code}", use: show)
        routes.needs(ManageSettings.self).submit("codes/{code}", console: console, use: save)
    }

    private var administration: CauseNoteAdministration { console.services.causeNotes }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        let entry = try entry(call.context)
        let note = try await administration.note(on: entry.code, grant: call.grant)
        let page = console.page(call.context)
        return await page.response(CauseNoteView(CauseNoteForm(entry, note), page))
    }

    private func save(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let entry = try entry(call.context)
        let page = console.page(call.context)
        var form = CauseNoteForm(entry, nil)
        let draft = form.read(&fields)
        return try await page.form(fields, labels: CauseNoteForm.labels(page.texts)) {
            _ = try await administration.replace(noteOn: entry.code, with: draft, grant: call.grant)
            return page.seeOther(page.paths.code(entry), flash: .settingsSaved)
        } again: { problems in
            CauseNoteView(form, page, problems)
        }
    }

    private func entry(_ context: TenantContext) throws(DomainError) -> CauseEntry {
        let code: String = try context.id("code", of: .code)
        guard let entry = CauseCatalogue.entry(code) else { throw .notFound(.code) }
        return entry
    }
}
