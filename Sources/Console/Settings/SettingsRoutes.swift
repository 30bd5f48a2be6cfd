import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// How the users of a tenant sign in, and for how long.
///
/// Each form carries the version that it was drawn from. When two members change the settings at once, the second one
/// sees what the first one changed, and nothing is lost in silence.
struct SettingsRoutes {
    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let settings = tenant.group("settings")
        add(.signIn, at: "", to: settings)
        add(.sessions, at: "sessions", to: settings)
        add(.events, at: "events", to: settings)
        AppleSettingsRoutes(console: console).add(to: settings)
        SettingsListRoutes(console: console).add(to: settings)
    }

    private func add(_ kind: SettingsPage, at path: RouterPath, to routes: Routes<TenantContext>) {
        routes.needs(ReadSettings.self).get(path) { call in
            let page = console.page(call.context)
            let current = try await console.services.settings.settings(grant: call.grant)
            let form = SettingsForm(kind, current.settings)
            return await page.response(SettingsView(.init(form: form, version: current.version), page))
        }
        routes.needs(ManageSettings.self).submit(path, console: console) { fields, call in
            try await save(kind, &fields, call)
        }
    }

    private func save(
        _ kind: SettingsPage,
        _ fields: inout Fields,
        _ call: Call<ManageSettings>
    ) async throws -> Response {
        let page = console.page(call.context)
        let reading = try call.grant(ReadSettings.self)
        var form = SettingsForm(kind, try await console.services.settings.settings(grant: reading).settings)
        let version = fields.settingsVersion()
        form.read(&fields)
        let wanted = form
        return try await page.settingsForm(fields) {
            _ = try await console.services.settings.change(expecting: version, grant: call.grant) {
                wanted.apply(to: &$0)
            }
            return page.seeOther(page.paths.settings(kind), flash: .settingsSaved)
        } again: { problems in
            let current = try await console.services.settings.settings(grant: reading)
            let shown = problems.version(sent: version, current: current.version)
            let explained = problems.explaining(form.difference(from: current.settings, page.texts), page.texts)
            return SettingsView(.init(form: form, version: shown, problems: explained), page)
        }
    }
}

extension Fields {
    /// The version of the settings that a form was drawn from.
    mutating func settingsVersion() -> Int { integer("version", in: 0...Int(Int32.max)) }
}

extension ConsoleFeature {
    static let settings = ConsoleFeature(
        views: [SettingsView.self, SettingsListView.self, AppleSettingsView.self],
        navigation: [NavigationEntry(.tenant, "navigation.settings", needs: .readSettings) { TenantPaths($0).settings }]
    )
}
