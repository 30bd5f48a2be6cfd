import ConsoleKit
import Domain
import WebCore

/// The settings of one page, as they are stored or as they were typed.
struct SettingsForm: Sendable {
    let page: SettingsPage
    /// With what was typed, where it is valid.
    private var settings: TenantSettings
    private var fields: [TypedSetting]
    private var edits: [SettingEdit] = []

    init(_ page: SettingsPage, _ settings: TenantSettings) {
        self.page = page
        self.settings = settings
        fields = TenantSetting.fields(on: page).map { TypedSetting($0, settings) }
    }

    /// Takes what was typed, and records what is wrong with it.
    mutating func read(_ input: inout Fields) {
        for index in fields.indices {
            guard let edit = fields[index].read(&input) else { continue }
            edit(&settings)
            edits.append(edit)
        }
    }

    func apply(to settings: inout TenantSettings) {
        for edit in edits { edit(&settings) }
    }

    func parts(_ problems: FormProblems) -> [SettingView] { fields.compactMap { $0.view(problems) } }

    /// One sentence or two that say what the settings mean.
    var finding: String { page.finding(settings) }

    /// Each setting in words: for a reader without the permission to change it, and to compare two changes.
    var lines: [SettingLine] { fields.map { $0.setting.line(settings) } }
}
