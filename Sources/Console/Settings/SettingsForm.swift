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

    func apply(to settings: inout TenantSettings) { for edit in edits { edit(&settings) } }

    func parts(_ problems: FormProblems, _ texts: Texts) -> [SettingView] {
        fields.compactMap { $0.view(problems, texts) }
    }

    /// One sentence or two that say what the settings mean.
    func finding(_ texts: Texts) -> String { page.finding(settings, texts) }

    /// Each setting in words: for a reader without the permission to change it, and to compare two changes.
    func lines(_ texts: Texts) -> [SettingLine] { fields.map { $0.setting.line(settings, texts) } }

    /// What is stored by now, beside what was typed here.
    func difference(from stored: TenantSettings, _ texts: Texts) -> [FormErrorsView.Problem] {
        SettingLine.difference(of: lines(texts), from: SettingsForm(page, stored).lines(texts), texts)
    }
}

/// One setting in words.
struct SettingLine: Sendable {
    let field: String
    let label: String
    let words: String

    /// Where the settings of two members differ.
    static func difference(
        of mine: [SettingLine],
        from theirs: [SettingLine],
        _ texts: Texts
    ) -> [FormErrorsView.Problem] {
        zip(mine, theirs).filter { $0.words != $1.words }.map { mine, theirs in
            let text = texts(
                "settings.difference",
                [
                    "label": .text(mine.label), "stored": .text(VisibleText.escaped(theirs.words)),
                    "typed": .text(VisibleText.escaped(mine.words)),
                ]
            )
            return .init(text: text, fieldID: "field-\(mine.field)")
        }
    }
}
