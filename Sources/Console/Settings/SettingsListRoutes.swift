import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The settings that are lists: one row is added, changed or removed at a time.
struct SettingsListRoutes {
    let console: Console

    func add(to settings: Routes<TenantContext>) {
        add(MessageList.self, to: settings)
        add(AttributeList.self, to: settings)
        settings.needs(ManageSettings.self).submit("language", console: console, use: saveLanguage)
    }

    private var administration: SettingsAdministration { console.services.settings }

    private func add<List: SettingsList>(_ list: List.Type, to routes: Routes<TenantContext>) {
        let path = List.page.rawValue
        routes.needs(ReadSettings.self).get(RouterPath(path)) { try await show(list, $0) }
        routes.needs(ManageSettings.self).submit(RouterPath(path), console: console) { fields, call in
            let page = console.page(call.context)
            var item = List.Item()
            item.read(&fields)
            let change = Change(of: list, item: item) { [item] in item.put(into: &$0) }
            return try await save(change, &fields, call, page)
        }
        let removal = RouterPath("\(path)/removal")
        routes.needs(ManageSettings.self).submit(removal, console: console) { fields, call in
            let page = console.page(call.context)
            var item = List.Item()
            item.readKey(&fields)
            let change = Change(of: list, item: item) { [item] in item.remove(from: &$0) }
            return try await save(change, &fields, call, page)
        }
    }

    private func show<List: SettingsList>(_: List.Type, _ call: Call<ReadSettings>) async throws -> Response {
        let page = console.page(call.context)
        var content = SettingsListView.Content<List>(current: try await administration.settings(grant: call.grant))
        var query = try call.request.queryFields()
        var wanted = List.Item()
        wanted.readKey(&query)
        if let chosen = List.items(content.current.settings).first(where: { $0.isSame(as: wanted) }) {
            content.item = chosen
            content.isEdit = true
        }
        return await page.response(SettingsListView(content, page))
    }

    /// A change of one row, and what was typed for it.
    private struct Change<List: SettingsList> {
        let item: List.Item
        let edit: @Sendable (inout TenantSettings) -> Void

        init(of _: List.Type, item: List.Item, edit: @escaping @Sendable (inout TenantSettings) -> Void) {
            self.item = item
            self.edit = edit
        }
    }

    private func save<List: SettingsList>(
        _ change: Change<List>,
        _ fields: inout Fields,
        _ call: Call<ManageSettings>,
        _ page: TenantPage
    ) async throws -> Response {
        let version = fields.settingsVersion()
        return try await page.settingsForm(fields, labels: List.Item.labels(page.texts)) {
            _ = try await administration.change(expecting: version, grant: call.grant, edit: change.edit)
            return page.seeOther(page.paths.settings(List.page), flash: .settingsSaved)
        } again: { problems in
            let current = try await administration.settings(grant: call.grant(ReadSettings.self))
            let content = SettingsListView.Content<List>(
                current: current,
                sentVersion: version,
                item: change.item,
                problems: problems
            )
            return SettingsListView(content, page)
        }
    }

    private func saveLanguage(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = console.page(call.context)
        let version = fields.settingsVersion()
        var form = SettingsForm(.texts, .standard)
        form.read(&fields)
        let wanted = form
        return try await page.settingsForm(fields) {
            _ = try await administration.change(expecting: version, grant: call.grant) { wanted.apply(to: &$0) }
            return page.seeOther(page.paths.settings(MessageList.page), flash: .settingsSaved)
        } again: { problems in
            let current = try await administration.settings(grant: call.grant(ReadSettings.self))
            let explained = problems.explaining(wanted.difference(from: current.settings, page.texts), page.texts)
            let content = SettingsListView.Content<MessageList>(
                current: current,
                sentVersion: version,
                language: wanted,
                problems: explained
            )
            return SettingsListView(content, page)
        }
    }
}
