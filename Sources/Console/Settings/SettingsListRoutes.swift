import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The settings that are lists: one row is put in, changed or taken out at a time.
struct SettingsListRoutes {
    let console: Console

    func add(to settings: Routes<TenantContext>) {
        add(SettingsTexts.self, at: "texts", to: settings)
        add(SettingsAttributes.self, at: "new-people", to: settings)
        settings.submit("language", console: console, needs: ManageSettings.self, use: saveLanguage)
    }

    private var administration: SettingsAdministration { console.services.settings }

    private func add<List: SettingsList>(_ list: List.Type, at path: String, to routes: Routes<TenantContext>) {
        routes.get(RouterPath(path), needs: ReadSettings.self) { request, context, grant in
            let current = try await administration.settings(grant: grant)
            var query = try request.queryFields()
            var wanted = List.Typed()
            wanted.readKey(&query)
            let chosen = List.items(current.settings).first { $0.isSame(as: wanted) }
            return try await page(
                list,
                current,
                context,
                SettingsAnswer(typed: chosen ?? List.Typed(), isEdit: chosen != nil)
            )
        }
        routes.submit(RouterPath(path), console: console, needs: ManageSettings.self) { fields, _, context, grant in
            var typed = List.Typed()
            typed.read(&fields)
            let change = Change(of: list, typed: typed, grant: grant) { [typed] in typed.put(into: &$0) }
            return try await save(change, &fields, context)
        }
        let removal = RouterPath("\(path)/removal")
        routes.submit(removal, console: console, needs: ManageSettings.self) { fields, _, context, grant in
            var typed = List.Typed()
            typed.readKey(&fields)
            let change = Change(of: list, typed: typed, grant: grant) { [typed] in typed.remove(from: &$0) }
            return try await save(change, &fields, context)
        }
    }

    /// A change of one row, and what was typed for it.
    private struct Change<List: SettingsList> {
        let typed: List.Typed
        let grant: Grant<ManageSettings>
        let edit: @Sendable (inout TenantSettings) -> Void

        init(
            of _: List.Type,
            typed: List.Typed,
            grant: Grant<ManageSettings>,
            edit: @escaping @Sendable (inout TenantSettings) -> Void
        ) {
            self.typed = typed
            self.grant = grant
            self.edit = edit
        }
    }

    private func save<List: SettingsList>(
        _ change: Change<List>,
        _ fields: inout Fields,
        _ context: TenantContext
    ) async throws -> Response {
        let version = fields.settingsVersion()
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.change(expecting: version, grant: change.grant, edit: change.edit)
            return console.seeOther(List.page.path(context.tenant.slug), flash: .settingsSaved)
        } catch {
            let current = try await administration.settings(grant: context.grant(ReadSettings.self))
            let answer = try SettingsAnswer(typed: change.typed, error)
            return try await page(List.self, current, context, answer)
        }
    }

    @Sendable private func saveLanguage(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        let version = fields.settingsVersion()
        var form = SettingsForm(.texts, .standard)
        form.read(&fields)
        let wanted = form
        do throws(DomainError) {
            try fields.finish()
            _ = try await administration.change(expecting: version, grant: grant) { wanted.apply(to: &$0) }
            return console.seeOther(SettingsTexts.page.path(context.tenant.slug), flash: .settingsSaved)
        } catch {
            let current = try await administration.settings(grant: context.grant(ReadSettings.self))
            let answer = try SettingsAnswer(typed: TypedText(), error, language: wanted)
            return try await page(SettingsTexts.self, current, context, answer)
        }
    }

    // MARK: The page

    private func page<List: SettingsList>(
        _ list: List.Type,
        _ current: VersionedSettings,
        _ context: TenantContext,
        _ answer: SettingsAnswer<List.Typed>
    ) async throws -> Response {
        let slug = context.tenant.slug
        let path = List.page.path(slug)
        let mayChange = context.access.allows(.manageSettings)
        let rows = List.items(current.settings).map { row($0, at: path, version: current.version, mayChange, context) }
        let form = SettingsFormView(
            answer.isEdit ? List.Typed.nouns.edit : List.Typed.nouns.add,
            console.form(path, context),
            version: current.version,
            errors: answer.language == nil ? answer.errors : nil,
            parts: answer.typed.parts(answer.problems),
            cancel: answer.isEdit ? path : nil
        )
        let language = List.page == .texts ? [languageForm(current, answer.language, answer, context)] : []
        let view = SettingsListView(
            frame: try await console.frame(List.page.heading, at: ConsolePaths.settings(slug), context),
            heading: List.page.heading,
            finding: List.finding(current.settings),
            tabs: List.page.tabs(slug),
            hasRows: !rows.isEmpty,
            firstColumn: List.columns.first,
            secondColumn: List.columns.second,
            rows: rows,
            empty: rows.isEmpty ? List.empty : nil,
            forms: mayChange ? [form] + language : [],
            audit: context.settingsAudit()
        )
        return console.page(view, context, status: answer.status)
    }

    private func row(
        _ item: some SettingsItem,
        at path: String,
        version: Int,
        _ mayChange: Bool,
        _ context: TenantContext
    ) -> SettingsRowView {
        let words = item.row
        let query = item.key.map { "\($0.name)=\(PageAddress.encoded($0.value))" }.joined(separator: "&")
        let hidden = (item.key + [("version", String(version))]).map { HiddenFieldView(name: $0.0, value: $0.1) }
        return SettingsRowView(
            title: VisibleText.escaped(words.title),
            detail: VisibleText.escaped(words.detail),
            text: VisibleText.escaped(words.text),
            edit: mayChange ? "\(path)?\(query)" : nil,
            remove: mayChange ? RemovalView(console.form("\(path)/removal", context), hidden) : nil
        )
    }

    /// The form of the language that texts fall back to.
    private func languageForm(
        _ current: VersionedSettings,
        _ typed: SettingsForm?,
        _ answer: SettingsAnswer<some SettingsItem>,
        _ context: TenantContext
    ) -> SettingsFormView {
        SettingsFormView(
            "Language",
            console.form(ConsolePaths.settings(context.tenant.slug) + "/language", context),
            version: current.version,
            errors: typed == nil ? nil : answer.errors,
            parts: (typed ?? SettingsForm(.texts, current.settings)).parts(answer.problems)
        )
    }
}

extension SettingsItem {
    func isSame(as other: Self) -> Bool { zip(key, other.key).allSatisfy { $0.value == $1.value } }
}

/// What a page of a list shows besides the list: the form, as it was typed.
private struct SettingsAnswer<Typed: SettingsItem> {
    let typed: Typed
    var isEdit = false
    /// Typed into the form of the language, when that was sent.
    var language: SettingsForm?
    var problems = FormProblems([])
    var errors: FormErrorsView?
    var status = HTTPResponse.Status.ok

    init(typed: Typed, isEdit: Bool) {
        self.typed = typed
        self.isEdit = isEdit
    }

    /// - Throws: an error that no form field can correct.
    init(typed: Typed, _ error: DomainError, language: SettingsForm? = nil) throws(DomainError) {
        self.typed = typed
        self.language = language
        switch error {
        case .invalid(let found):
            problems = FormProblems(found)
            errors = problems.summary
            status = .unprocessableContent
        case .conflict(.settingsChanged):
            errors = .settingsChanged([])
            status = .conflict
        default: throw error
        }
    }
}
