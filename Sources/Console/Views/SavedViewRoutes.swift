import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// Saved views of events: the list, and forms to save, rename, share and delete them.
struct SavedViewRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        let reading = routes.needs(ReadEvents.self)
        reading.get("views", use: list)
        reading.submit("views", console: console, use: create)
        reading.get("views/{view}", use: edit)
        reading.submit("views/{view}", console: console, use: rename)
        reading.get("views/{view}/deletion", use: askDeletion)
        reading.submit("views/{view}/deletion", console: console, use: delete)
    }

    private var administration: SavedViewAdministration { console.services.savedViews }

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        var fields = try call.request.queryFields()
        let form = SavedViewForm(address: &fields)
        try fields.finish(.ignored)
        let page = console.page(call.context)
        return try await page.response(SavedViewListView(administration.list(call.grant), form, page))
    }

    private func create(_ fields: inout Fields, _ call: Call<ReadEvents>) async throws -> Response {
        let page = console.page(call.context)
        var form = SavedViewForm()
        let draft = form.read(&fields)
        return try await page.form(fields, named: SavedViewForm.fieldNames, labels: SavedViewForm.labels(page.texts)) {
            _ = try await administration.create(draft, grant: call.grant)
            return page.seeOther(page.paths.views, flash: .viewSaved)
        } again: { problems in
            SavedViewListView(try await administration.list(call.grant), form, page, problems)
        }
    }

    private func edit(_ call: Call<ReadEvents>) async throws -> Response {
        let listed = try await administration.view(call.id("view", of: .view), grant: call.grant)
        let page = console.page(call.context)
        return await page.response(SavedViewEditView(listed.view, SavedViewForm(listed.view), page))
    }

    private func rename(_ fields: inout Fields, _ call: Call<ReadEvents>) async throws -> Response {
        let id: SavedView.ID = try call.id("view", of: .view)
        let shown = try await administration.view(id, grant: call.grant).view
        let page = console.page(call.context)
        var form = SavedViewForm(shown)
        form.readChange(&fields)
        return try await page.form(
            fields,
            named: SavedViewForm.fieldNames,
            labels: SavedViewForm.labels(page.texts),
            at: { _ in "view_name" }
        ) {
            _ = try await administration.rename(
                id,
                to: form.name,
                isShared: form.isShared,
                version: form.version,
                grant: call.grant
            )
            return page.seeOther(page.paths.views, flash: .viewSaved)
        } again: { problems in
            let current = try await administration.view(id, grant: call.grant).view
            if problems.error == .conflict(.viewChanged) { form.show(current) }
            return SavedViewEditView(current, form, page, problems)
        }
    }

    // MARK: Deleting

    private func askDeletion(_ call: Call<ReadEvents>) async throws -> Response {
        let listed = try await administration.view(call.id("view", of: .view), grant: call.grant)
        let page = console.page(call.context)
        return await page.response(.deletion(of: listed, page), at: page.paths.events)
    }

    private func delete(_ fields: inout Fields, _ call: Call<ReadEvents>) async throws -> Response {
        let page = console.page(call.context)
        let id: SavedView.ID = try call.id("view", of: .view)
        return try await page.form(fields) {
            try await administration.delete(id, grant: call.grant)
            return page.seeOther(page.paths.views, flash: .viewDeleted)
        } again: { problems in
            let listed = try await administration.view(id, grant: call.grant)
            return page.view(of: .deletion(of: listed, page), at: page.paths.events, problems)
        }
    }
}

extension ConsoleFeature {
    static let views = ConsoleFeature(views: [SavedViewListView.self, SavedViewEditView.self], navigation: [])
}
