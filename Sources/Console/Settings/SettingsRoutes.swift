import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// How the people of a tenant sign in, and for how long.
///
/// Each form carries the version that it was drawn from: of two people who change the settings at once, the second is
/// told what the first one did, and nothing is lost in silence.
struct SettingsRoutes {
    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let settings = tenant.group("settings")
        add(.signIn, at: "", to: settings)
        add(.sessions, at: "sessions", to: settings)
        AppleSettingsRoutes(console: console).add(to: settings)
        SettingsListRoutes(console: console).add(to: settings)
    }

    private func add(_ page: SettingsPage, at path: RouterPath, to routes: Routes<TenantContext>) {
        routes.get(path, needs: ReadSettings.self) { _, context, grant in
            let current = try await console.services.settings.settings(grant: grant)
            return try await show(SettingsForm(page, current.settings), version: current.version, context)
        }
        routes.submit(path, console: console, needs: ManageSettings.self) { fields, _, context, grant in
            try await save(page, &fields, context, grant)
        }
    }

    private func save(
        _ page: SettingsPage,
        _ fields: inout Fields,
        _ context: TenantContext,
        _ grant: Grant<ManageSettings>
    ) async throws -> Response {
        let reading = try context.grant(ReadSettings.self)
        let current = try await console.services.settings.settings(grant: reading)
        var form = SettingsForm(page, current.settings)
        let version = fields.settingsVersion()
        form.read(&fields)
        let wanted = form
        do throws(DomainError) {
            try fields.finish()
            _ = try await console.services.settings.change(expecting: version, grant: grant) { wanted.apply(to: &$0) }
            return console.seeOther(page.path(context.tenant.slug), flash: .settingsSaved)
        } catch {
            switch error {
            case .invalid(let problems):
                let found = FormProblems(problems, named: TenantSetting.fieldNames)
                return try await show(
                    form,
                    version: version,
                    context,
                    found,
                    errors: found.summary,
                    status: .unprocessableContent
                )
            case .conflict(.settingsChanged):
                let now = try await console.services.settings.settings(grant: reading)
                return try await show(
                    form,
                    version: now.version,
                    context,
                    errors: Self.difference(of: form, from: SettingsForm(page, now.settings)),
                    status: .conflict
                )
            default: throw error
            }
        }
    }

    /// Returns what another member saved, beside what was typed here.
    private static func difference(of mine: SettingsForm, from theirs: SettingsForm) -> FormErrorsView {
        .settingsChanged(SettingLine.difference(of: mine.lines, from: theirs.lines))
    }

    private func show(
        _ form: SettingsForm,
        version: Int,
        _ context: TenantContext,
        _ problems: FormProblems = FormProblems([]),
        errors: FormErrorsView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (page, slug) = (form.page, context.tenant.slug)
        let mayChange = context.access.allows(.manageSettings)
        let view = SettingsView(
            frame: try await console.frame(page.heading, at: ConsolePaths.settings(slug), context),
            heading: page.heading,
            finding: form.finding,
            tabs: page.tabs(slug),
            form: mayChange
                ? SettingsFormView(
                    page.heading,
                    console.form(page.path(slug), context),
                    version: version,
                    errors: errors,
                    parts: form.parts(problems)
                ) : nil,
            facts: mayChange ? [] : form.lines.map { FactView($0.label, VisibleText.escaped($0.words)) },
            audit: context.settingsAudit()
        )
        return console.page(view, context, status: status)
    }
}

extension Fields {
    /// The version of the settings that a form was drawn from.
    mutating func settingsVersion() -> Int { integer("version", in: 0...Int(Int32.max)) }
}

extension FormErrorsView {
    static func settingsChanged(_ lines: [Problem]) -> FormErrorsView {
        FormErrorsView(
            title:
                "Someone else changed the settings after you opened this page. Your changes are not saved yet: check them and save again.",
            problems: lines
        )
    }
}

extension TenantContext {
    /// Where the changes of the settings stand; nil for who may not read the audit.
    func settingsAudit(_ action: AuditEntry.Action = .tenantSettingsChanged) -> String? {
        access.allows(.readAudit) ? ConsolePaths.audit(tenant.slug) + "?action=\(action.rawValue)" : nil
    }
}

extension String {
    /// Between marks, without what cannot be seen.
    var quoted: String { "“\(VisibleText.escaped(self))”" }
}
