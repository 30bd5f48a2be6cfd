/// The words that a setting can have.
public struct SettingOptions: Sendable {
    /// In the order of the API.
    public let values: [String]
    /// In the order of forms.
    public let displayed: [String]

    init<Choice: SettingChoice>(_: Choice.Type) {
        values = Choice.allCases.map(\.rawValue)
        displayed = Choice.displayed.map(\.rawValue)
    }
}
