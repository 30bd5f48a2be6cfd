/// One word that a setting can have, as a form shows it.
public struct SettingOption: Sendable, Hashable {
    public let value: String
    public let title: String
    /// A sentence that says what the value does.
    public let hint: String
}
