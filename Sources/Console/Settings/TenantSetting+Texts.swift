import ConsoleKit
import Domain

/// A setting in words.
extension TenantSetting {
    /// The labels of all settings by the names of their fields.
    static func labels(_ texts: Texts) -> [String: String] {
        Dictionary(uniqueKeysWithValues: all.map { ($0.fieldName, $0.label(texts)) })
    }

    func label(_ texts: Texts) -> String { texts(textKey("label")) }

    /// Nil where each value of a choice has its own.
    func hint(_ texts: Texts) -> String? {
        guard field?.hasHint == true else { return nil }
        return switch kind {
        case .count(_, let range):
            texts(textKey("hint"), ["lowest": .number(range.lowerBound), "highest": .number(range.upperBound)])
        default: texts(textKey("hint"))
        }
    }

    func title(ofValue value: String, _ texts: Texts) -> String { texts(textKey(ofValue: value)) }

    /// Says what the value does.
    func hint(ofValue value: String, _ texts: Texts) -> String { texts(textKey(ofValue: value, "hint")) }

    /// Returns the setting with its value.
    func line(_ settings: TenantSettings, _ texts: Texts) -> SettingLine {
        SettingLine(field: fieldName, label: listLabel(texts), words: words(settings, texts))
    }

    /// The label of a flag in a list, beside which yes or no is shown; it is not a question.
    func listLabel(_ texts: Texts) -> String {
        guard case .flag = kind else { return label(texts) }
        return texts(textKey("listed"))
    }

    private func words(_ settings: TenantSettings, _ texts: Texts) -> String {
        switch kind {
        case .flag(let access): texts(access.get(settings) ? "settings.value.yes" : "settings.value.no")
        case .count(let access, _): NumberText.grouped(access.get(settings), in: texts.language)
        case .span(let access, _): TypedSpan.words(access.get(settings), texts)
        case .choice(let access, _): title(ofValue: access.get(settings), texts)
        case .choices(let access, let options): titles(access.get(settings), options, texts)
        case .word(let access, _): access.get(settings)
        case .words(let access, _, _): Self.list(access.get(settings), texts)
        case .messages(let access): Self.list(access.get(settings).map(\.code), texts)
        case .attributes(let access): Self.list(access.get(settings).map(\.name), texts)
        }
    }

    private func titles(_ values: [String], _ options: SettingOptions, _ texts: Texts) -> String {
        options.displayed.filter(values.contains).map { title(ofValue: $0, texts) }.joined(separator: ", ")
    }

    private static func list(_ words: [String], _ texts: Texts) -> String {
        words.isEmpty ? texts("settings.value.none") : words.joined(separator: ", ")
    }
}
