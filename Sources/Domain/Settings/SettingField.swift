/// A setting's field on a page of the console.
public struct SettingField: Sendable {
    public let page: SettingsPage
    /// The name in the form; nil where it is the setting's.
    public let name: String?
    public let label: String
    /// Beside the box of a flag.
    public let title: String
    public let hint: String?
    /// The label where settings are listed in words.
    public let listLabel: String
    /// Fields with a larger number come later on the page, others in the order of the table.
    public let place: Int

    init(
        _ page: SettingsPage,
        _ label: String,
        name: String? = nil,
        title: String? = nil,
        hint: String? = nil,
        listLabel: String? = nil,
        place: Int = 0
    ) {
        self.page = page
        self.name = name
        self.label = label
        self.title = title ?? label
        self.hint = hint
        self.listLabel = listLabel ?? title ?? label
        self.place = place
    }
}
