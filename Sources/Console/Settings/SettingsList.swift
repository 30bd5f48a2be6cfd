import Domain

/// Settings that are a list: one row is added, changed or removed at a time.
protocol SettingsList: Sendable {
    /// A row of the list as a user types it.
    associatedtype Item: SettingsItem

    static var page: SettingsPage { get }

    static func finding(_ settings: TenantSettings, _ texts: Texts) -> String
    static func items(_ settings: TenantSettings) -> [Item]
}
