import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// A code inside a tenant: its explanation, and the tenant's runbook and note.
struct CauseNoteRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("codes/:code", needs: ReadEvents.self, use: show)
        routes.submit("codes/:code", console: console, needs: ManageSettings.self, use: save)
    }

    private var administration: CauseNoteAdministration { console.services.causeNotes }

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let entry = try entry(context)
        let note = try await administration.note(on: entry.code, grant: grant)
        let page = try await console.page(context)
        return page.response(CauseNoteView(CauseNoteForm(entry, note), page))
    }

    @Sendable private func save(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let entry = try entry(context)
        let page = try await console.page(context)
        var form = CauseNoteForm(entry, nil)
        let draft = form.read(&fields)
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.replace(noteOn: entry.code, with: draft, grant: grant)
            return page.seeOther(page.paths.code(entry), flash: .settingsSaved)
        } catch .invalid(let problems) {
            form.problems = FormProblems(problems, labels: CauseNoteForm.labels(page.texts), page.texts)
            return page.response(CauseNoteView(form, page), status: .unprocessableContent)
        }
    }

    private func entry(_ context: TenantContext) throws(DomainError) -> CauseEntry {
        let code: String = try context.id("code", of: .code)
        guard let entry = CauseCatalogue.entry(code) else { throw .notFound(.code) }
        return entry
    }
}
