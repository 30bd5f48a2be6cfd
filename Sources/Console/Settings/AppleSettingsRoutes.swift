import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The pages of a tenant's app at Apple. The private key is never shown again.
struct AppleSettingsRoutes {
    let console: Console

    func add(to settings: Routes<TenantContext>) {
        settings.needs(ReadSettings.self).get("apple", use: show)
        settings.needs(ManageSettings.self).submit("apple", console: console, use: connect)
        settings.needs(ManageSettings.self).submit("apple/check", console: console, use: check)
        settings.needs(ManageSettings.self).submit("apple/rules", console: console, use: saveOptions)
    }

    // MARK: Reading

    private func show(_ call: Call<ReadSettings>) async throws -> Response {
        let page = console.page(call.context)
        return try await page.response(view(AppleSettingsState.Sent(), page, call.grant))
    }

    private func view(
        _ sent: AppleSettingsState.Sent,
        _ page: TenantPage,
        _ grant: Grant<ReadSettings>
    ) async throws -> AppleSettingsView {
        let apple = console.services.apple
        let state = AppleSettingsState(
            apple: try await apple.settings(grant: grant),
            backlog: try await apple.backlog(grant: grant),
            hosts: try await apple.hosts(grant: grant),
            settings: try await console.services.settings.settings(grant: grant),
            sent: sent
        )
        return AppleSettingsView(state, page)
    }

    // MARK: Changing

    private func connect(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = console.page(call.context)
        let reading = try call.grant(ReadSettings.self)
        let stored = try await console.services.apple.settings(grant: reading)
        var form = AppleSettingsForm(stored)
        let version = fields.integer("version", in: 0...Int.max)
        let draft = form.read(&fields)
        return try await page.settingsForm(fields, labels: AppleSettingsForm.labels(page.texts)) {
            guard version == AppleSettingsForm.version(of: stored) else {
                throw DomainError.conflict(.settingsChanged)
            }
            _ = try await console.services.apple.set(draft, grant: call.grant)
            return page.seeOther(page.paths.settings(.apple), flash: .settingsSaved)
        } again: { problems in
            try await view(.init(form: form, version: version, problems: problems), page, reading)
        }
    }

    /// Asks Apple whether it accepts what is stored.
    private func check(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = console.page(call.context)
        let reading = try call.grant(ReadSettings.self)
        let addresses = page.appleAddresses(try await console.services.apple.hosts(grant: reading)).callbacks
        let redirect = fields.optionalText("redirect", maximum: 2048)
        if let redirect, !addresses.contains(redirect) { fields.record("redirect", .notOneOf(addresses)) }
        try fields.finish()
        let checkUp = try await console.services.apple.check(redirectURI: redirect, grant: call.grant)
        return try await page.response(view(.init(checkUp: checkUp, redirect: redirect), page, reading))
    }

    private func saveOptions(_ fields: inout Fields, _ call: Call<ManageSettings>) async throws -> Response {
        let page = console.page(call.context)
        var form = SettingsForm(.apple, .standard)
        let version = fields.settingsVersion()
        form.read(&fields)
        let wanted = form
        return try await page.settingsForm(fields) {
            _ = try await console.services.settings.change(expecting: version, grant: call.grant) {
                wanted.apply(to: &$0)
            }
            return page.seeOther(page.paths.settings(.apple), flash: .settingsSaved)
        } again: { problems in
            let reading = try call.grant(ReadSettings.self)
            let stored = try await console.services.settings.settings(grant: reading).settings
            let explained = problems.explaining(form.difference(from: stored, page.texts), page.texts)
            return try await view(.init(options: form, version: version, problems: explained), page, reading)
        }
    }
}
