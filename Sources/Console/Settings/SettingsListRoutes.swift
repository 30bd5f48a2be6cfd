import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The settings that are lists: one row is added, changed or removed at a time.
struct SettingsListRoutes {
    let console: Console

    func add(to settings: Routes<TenantContext>) {
        add(MessageList.self, to: settings)
        add(AttributeList.self, to: settings)
        settings.submit("language", console: console, needs: ManageSettings.self, use: saveLanguage)
    }

    private var administration: SettingsAdministration { console.services.settings }

    private func add<List: SettingsList>(_ list: List.Type, to routes: Routes<TenantContext>) {
        let path = List.page.rawValue
        routes.get(RouterPath(path), needs: ReadSettings.self) { request, context, grant in
            try await show(list, request, context, grant)
        }
        routes.submit(RouterPath(path), console: console, needs: ManageSettings.self) { fields, _, context, grant in
            let page = try await console.page(context)
            var item = List.Item()
            item.read(&fields)
            let change = Change(of: list, item: item, grant: grant) { [item] in item.put(into: &$0) }
            return try await save(change, &fields, context, page)
        }
        let removal = RouterPath("\(path)/removal")
        routes.submit(removal, console: console, needs: ManageSettings.self) { fields, _, context, grant in
            let page = try await console.page(context)
            var item = List.Item()
            item.readKey(&fields)
            let change = Change(of: list, item: item, grant: grant) { [item] in item.remove(from: &$0) }
            return try await save(change, &fields, context, page)
        }
    }

    private func show<List: SettingsList>(
        _: List.Type,
        _ request: Request,
        _ context: TenantContext,
        _ grant: Grant<ReadSettings>
    ) async throws -> Response {
        let page = try await console.page(context)
        var content = SettingsListView.Content<List>(current: try await administration.settings(grant: grant))
        var query = try request.queryFields()
        var wanted = List.Item()
        wanted.readKey(&query)
        if let chosen = List.items(content.current.settings).first(where: { $0.isSame(as: wanted) }) {
            content.item = chosen
            content.isEdit = true
        }
        return page.response(SettingsListView(content, page))
    }

    /// A change of one row, and what was typed for it.
    private struct Change<List: SettingsList> {
        let item: List.Item
        let grant: Grant<ManageSettings>
        let edit: @Sendable (inout TenantSettings) -> Void

        init(
            of _: List.Type,
            item: List.Item,
            grant: Grant<ManageSettings>,
            edit: @escaping @Sendable (inout TenantSettings) -> Void
        ) {
            self.item = item
            self.grant = grant
            self.edit = edit
        }
    }

    private func save<List: SettingsList>(
        _ change: Change<List>,
        _ fields: inout Fields,
        _ context: TenantContext,
        _ page: TenantPage
    ) async throws -> Response {
        let version = fields.settingsVersion()
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.change(expecting: version, grant: change.grant, edit: change.edit)
            return page.seeOther(page.paths.settings(List.page), flash: .settingsSaved)
        } catch {
            let problems = try SettingsProblems(error, labels: List.Item.labels(page.texts), page.texts)
            let current = try await administration.settings(grant: context.grant(ReadSettings.self))
            let content = SettingsListView.Content<List>(current: current, item: change.item, problems: problems)
            return page.response(SettingsListView(content, page), status: problems.status)
        }
    }

    @Sendable private func saveLanguage(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let page = try await console.page(context)
        let version = fields.settingsVersion()
        var form = SettingsForm(.texts, .standard)
        form.read(&fields)
        let wanted = form
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.change(expecting: version, grant: grant) { wanted.apply(to: &$0) }
            return page.seeOther(page.paths.settings(MessageList.page), flash: .settingsSaved)
        } catch {
            let problems = try SettingsProblems(error, page.texts)
            let current = try await administration.settings(grant: context.grant(ReadSettings.self))
            let content = SettingsListView.Content<MessageList>(current: current, language: wanted, problems: problems)
            return page.response(SettingsListView(content, page), status: problems.status)
        }
    }
}
