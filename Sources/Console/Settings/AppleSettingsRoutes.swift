import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// A tenant's app at Apple: its key goes in and never comes out.
struct AppleSettingsRoutes {
    let console: Console

    func add(to settings: Routes<TenantContext>) {
        settings.get("apple", needs: ReadSettings.self, use: show)
        settings.submit("apple", console: console, needs: ManageSettings.self, use: connect)
        settings.submit("apple/check", console: console, needs: ManageSettings.self, use: check)
        settings.submit("apple/rules", console: console, needs: ManageSettings.self, use: saveRules)
    }

    // MARK: Reading

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadSettings>
    ) async throws -> Response {
        try await page(context, grant, AppleSettingsAnswer())
    }

    private func page(
        _ context: TenantContext,
        _ grant: Grant<ReadSettings>,
        _ answer: AppleSettingsAnswer
    ) async throws -> Response {
        let apple = console.services.apple
        let state = AppleSettingsState(
            apple: try await apple.settings(grant: grant),
            backlog: try await apple.backlog(grant: grant),
            hosts: try await apple.hosts(grant: grant),
            settings: try await console.services.settings.settings(grant: grant)
        )
        let frame = try await console.frame(
            SettingsPage.apple.heading,
            at: ConsolePaths.settings(context.tenant.slug),
            context
        )
        return console.page(
            AppleSettingsView(state, answer, frame: frame, console, context),
            context,
            status: answer.status
        )
    }

    // MARK: Changing

    @Sendable private func connect(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let reading = try context.grant(ReadSettings.self)
        let stored = try await console.services.apple.settings(grant: reading)
        var form = AppleSettingsForm(stored)
        let version = fields.integer("version", in: 0...Int.max)
        let draft = form.read(&fields)
        do throws(DomainError) {
            try fields.finish()
            guard version == AppleSettingsForm.version(of: stored) else { throw .conflict(.settingsChanged) }
            _ = try await console.services.apple.set(draft, grant: grant)
            return console.seeOther(SettingsPage.apple.path(context.tenant.slug), flash: .settingsSaved)
        } catch {
            var answer = try AppleSettingsAnswer(error)
            answer.form = form
            return try await page(context, reading, answer)
        }
    }

    /// Asks Apple whether it takes what is set.
    @Sendable private func check(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let reading = try context.grant(ReadSettings.self)
        let hosts = try await console.services.apple.hosts(grant: reading)
        let addresses = console.appleCallbacks(of: context.tenant.slug, hosts)
        let redirect = fields.optionalText("redirect", maximum: 2048)
        if let redirect, !addresses.contains(redirect) { fields.record("redirect", .notOneOf(addresses)) }
        try fields.finish()
        var answer = AppleSettingsAnswer()
        answer.redirect = redirect
        answer.checkUp = try await console.services.apple.check(redirectURI: redirect, grant: grant)
        return try await page(context, reading, answer)
    }

    @Sendable private func saveRules(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        var rules = SettingsForm(.apple, .standard)
        let version = fields.settingsVersion()
        rules.read(&fields)
        let wanted = rules
        do throws(DomainError) {
            try fields.finish()
            _ = try await console.services.settings.change(expecting: version, grant: grant) { wanted.apply(to: &$0) }
            return console.seeOther(SettingsPage.apple.path(context.tenant.slug), flash: .settingsSaved)
        } catch {
            let reading = try context.grant(ReadSettings.self)
            let now = try await console.services.settings.settings(grant: reading).settings
            var answer = try AppleSettingsAnswer(
                error,
                difference: SettingLine.difference(of: rules.lines, from: SettingsForm(.apple, now).lines)
            )
            answer.rules = rules
            return try await page(context, reading, answer)
        }
    }
}
