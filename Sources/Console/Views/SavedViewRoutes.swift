import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Saved views of events: the list, and forms to save, rename, share and delete them.
struct SavedViewRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("views", needs: ReadEvents.self, use: list)
        routes.submit("views", console: console, needs: ReadEvents.self, use: create)
        routes.get("views/:view", needs: ReadEvents.self, use: edit)
        routes.submit("views/:view", console: console, needs: ReadEvents.self, use: rename)
        routes.get("views/:view/deletion", needs: ReadEvents.self, use: askDeletion)
        routes.submit("views/:view/deletion", console: console, needs: ReadEvents.self, use: delete)
    }

    private var administration: SavedViewAdministration { console.services.savedViews }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.queryFields()
        let form = SavedViewForm(address: &fields)
        try fields.finish(.ignored)
        let page = try await console.page(context)
        return page.response(SavedViewListView(try await administration.list(grant), form, page))
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let page = try await console.page(context)
        var form = SavedViewForm()
        let draft = form.read(&fields)
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.create(draft, grant: grant)
            return page.seeOther(page.paths.views, flash: .viewSaved)
        } catch .invalid(let problems) {
            form.problems = FormProblems(problems, page.texts)
            let views = try await administration.list(grant)
            return page.response(SavedViewListView(views, form, page), status: .unprocessableContent)
        }
    }

    @Sendable private func edit(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let listed = try await administration.view(try id(context), grant: grant)
        let page = try await console.page(context)
        return page.response(SavedViewEditView(listed.view, SavedViewForm(listed.view), page))
    }

    @Sendable private func rename(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let id = try id(context)
        let old = try await administration.view(id, grant: grant).view
        let page = try await console.page(context)
        var form = SavedViewForm(old)
        let version = form.readChange(&fields)
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.rename(
                id,
                to: form.name,
                isShared: form.isShared,
                version: version,
                grant: grant
            )
            return page.seeOther(page.paths.views, flash: .viewSaved)
        } catch .invalid(let problems) {
            form.problems = FormProblems(problems, page.texts)
            return page.response(SavedViewEditView(old, form, page), status: .unprocessableContent)
        } catch {
            let refusal = try await console.refusal(error, at: "view_name", context)
            form.refusal = refusal.errors
            return page.response(SavedViewEditView(old, form, page), status: refusal.status)
        }
    }

    // MARK: Deleting

    @Sendable private func askDeletion(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let listed = try await administration.view(try id(context), grant: grant)
        let page = try await console.page(context)
        return page.response(.deletion(of: listed, page), at: page.paths.events)
    }

    @Sendable private func delete(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try fields.finish()
        try await administration.delete(try id(context), grant: grant)
        return console.seeOther(TenantPaths(context.tenant.slug).views, flash: .viewDeleted)
    }

    private func id(_ context: TenantContext) throws(DomainError) -> SavedView.ID {
        try context.id("view", of: .view)
    }
}

extension ConsoleFeature {
    static let views = ConsoleFeature(views: [SavedViewListView.self, SavedViewEditView.self], navigation: [])
}
