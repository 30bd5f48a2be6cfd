import ConsoleKit
import Domain

extension TenantSetting {
    /// Returns the setting in words.
    func line(_ settings: TenantSettings) -> SettingLine {
        SettingLine(fieldName, field?.listLabel ?? name, words(settings))
    }

    private func words(_ settings: TenantSettings) -> String {
        switch kind {
        case .flag(let access): access.get(settings) ? "yes" : "no"
        case .count(let access, _): String(access.get(settings))
        case .span(let access, _): TypedSpan.words(access.get(settings))
        case .choice(let access, let options): Self.titles([access.get(settings)], options)
        case .choices(let access, let options): Self.titles(access.get(settings), options)
        case .word(let access, _): access.get(settings)
        case .words(let access, _, _): Self.list(access.get(settings))
        case .messages(let access): Self.list(access.get(settings).map(\.code))
        case .attributes(let access): Self.list(access.get(settings).map(\.name))
        }
    }

    private static func titles(_ values: [String], _ options: SettingOptions) -> String {
        options.displayed.filter { values.contains($0.value) }.map(\.title).joined(separator: ", ")
    }

    private static func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}
