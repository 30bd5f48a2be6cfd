/// A setting's field on a page of the console.
///
/// Its texts have keys made from the name of the field, `settings.sign-up.label`: see `TenantSetting.textKey(_:)`.
public struct SettingField: Sendable {
    public let page: SettingsPage
    /// The name in the form; nil where it is the setting's.
    public let name: String?
    /// The field has a hint of its own; the values of a choice have theirs.
    public let hasHint: Bool
    /// Fields with a larger number come later on the page, others in the order of the table.
    public let place: Int

    init(_ page: SettingsPage, name: String? = nil, hasHint: Bool = true, place: Int = 0) {
        self.page = page
        self.name = name
        self.hasHint = hasHint
        self.place = place
    }
}
