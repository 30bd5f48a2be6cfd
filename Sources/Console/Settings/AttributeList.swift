import Domain

/// The initial metadata of new users.
enum AttributeList: SettingsList {
    static let page = SettingsPage.newPeople

    static func finding(_ settings: TenantSettings, _ texts: Texts) -> String {
        let count = settings.defaultAttributes.count
        return count == 0 ? texts("settings.attribute.finding-none") : texts("settings.attribute.finding", count: count)
    }

    static func items(_ settings: TenantSettings) -> [TypedAttribute] {
        settings.defaultAttributes.map(TypedAttribute.init)
    }
}
