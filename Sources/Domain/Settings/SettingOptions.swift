/// The words that a setting can have.
public struct SettingOptions: Sendable {
    /// In the order of the API.
    public let values: [String]
    /// In the order of forms.
    public let displayed: [SettingOption]

    init<Choice: SettingChoice>(_: Choice.Type) {
        values = Choice.allCases.map(\.rawValue)
        displayed = Choice.displayed.map { SettingOption(value: $0.rawValue, title: $0.title, hint: $0.hint) }
    }
}
