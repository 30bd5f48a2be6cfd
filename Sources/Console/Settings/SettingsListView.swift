import ConsoleKit
import Domain

/// A page of the settings that is a list.
struct SettingsListView: FramedView {
    static let template = "settings-list"

    var frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    let hasRows: Bool
    let firstColumn: String
    let secondColumn: String
    let rows: [SettingsRowView]
    let empty: EmptyView?
    /// None for users who may only read.
    let forms: [SettingsFormView]
    let audit: String?
}

extension SettingsListView {
    /// What the page shows: the stored list, and its forms as they were typed.
    struct Content<List: SettingsList>: Sendable {
        let current: VersionedSettings
        /// The version that the form that was sent was drawn from; nil for the current one.
        var sentVersion: Int?
        /// In the form below the list.
        var item = List.Item()
        /// The form changes a row instead of adding one.
        var isEdit = false
        /// Typed into the form of the fallback language, when that one was sent.
        var language: SettingsForm?
        /// What is wrong with the form that was sent.
        var problems = FormProblems.none

        fileprivate var version: Int { problems.version(sent: sentVersion, current: current.version) }
    }

    init<List: SettingsList>(_ content: Content<List>, _ page: TenantPage) {
        let texts = page.texts
        let heading = List.page.heading(texts)
        let mayChange = page.access.allows(.manageSettings)
        let rows = List.items(content.current.settings).map {
            SettingsRowView($0, of: List.self, version: content.current.version, page)
        }
        self.init(
            frame: page.frame(heading, at: page.paths.settings),
            heading: heading,
            finding: List.finding(content.current.settings, texts),
            tabs: List.page.tabs(page),
            hasRows: !rows.isEmpty,
            firstColumn: List.Item.text("first-column", texts),
            secondColumn: List.Item.text("second-column", texts),
            rows: rows,
            empty: rows.isEmpty
                ? EmptyView(List.Item.text("empty", texts), List.Item.text("empty-text", texts)) : nil,
            forms: mayChange ? Self.forms(content, page) : [],
            audit: page.settingsAudit()
        )
    }

    private static func forms<List: SettingsList>(_ content: Content<List>, _ page: TenantPage) -> [SettingsFormView] {
        let path = page.paths.settings(List.page)
        let form = SettingsFormView(
            List.Item.text(content.isEdit ? "edit" : "add", page.texts),
            page.form(path),
            version: content.language == nil ? content.version : content.current.version,
            errors: content.language == nil ? content.problems.summary : nil,
            parts: content.item.parts(content.problems, page.texts),
            submit: page.texts("settings.save"),
            cancel: content.isEdit ? path : nil
        )
        return List.page == .texts ? [form, languageForm(content, page)] : [form]
    }

    /// The form of the language that messages fall back to.
    private static func languageForm<List: SettingsList>(
        _ content: Content<List>,
        _ page: TenantPage
    ) -> SettingsFormView {
        let form = content.language ?? SettingsForm(.texts, content.current.settings)
        return SettingsFormView(
            page.texts("settings.message.language-form"),
            page.form(page.paths.settingsLanguage),
            version: content.language == nil ? content.current.version : content.version,
            errors: content.language == nil ? nil : content.problems.summary,
            parts: form.parts(content.problems, page.texts),
            submit: page.texts("settings.save")
        )
    }
}

struct SettingsRowView: Sendable {
    let title: String
    let detail: String
    let text: String
    let edit: String?
    let remove: RemovalView?
}

extension SettingsRowView {
    fileprivate init<List: SettingsList>(_ item: List.Item, of _: List.Type, version: Int, _ page: TenantPage) {
        let path = page.paths.settings(List.page)
        let mayChange = page.access.allows(.manageSettings)
        let row = item.row(page.texts)
        let hidden = (item.key + [("version", String(version))]).map { HiddenFieldView(name: $0.0, value: $0.1) }
        self.init(
            title: VisibleText.escaped(row.title),
            detail: VisibleText.escaped(row.detail),
            text: VisibleText.escaped(row.text),
            edit: mayChange ? item.key.reduce(PageAddress(path)) { $0.with($1.name, $1.value) }.href : nil,
            remove: mayChange ? RemovalView(page.form(page.paths.settingsRemoval(List.page.rawValue)), hidden) : nil
        )
    }
}

/// Takes one row away.
struct RemovalView: Sendable {
    let action: String
    let token: String
    let hidden: [HiddenFieldView]

    init(_ form: FormView, _ hidden: [HiddenFieldView]) {
        action = form.action
        token = form.token
        self.hidden = hidden
    }
}
