import Domain

/// The tenant's own error messages.
enum MessageList: SettingsList {
    static let page = SettingsPage.texts

    static func finding(_ settings: TenantSettings, _ texts: Texts) -> String {
        let maximum = TextArgument.number(TenantSettings.maximumTexts)
        guard !settings.texts.isEmpty else { return texts("settings.message.finding-none", ["maximum": maximum]) }
        let languages = texts(
            "settings.message.finding-languages",
            count: Set(settings.texts.map(\.language)).count
        )
        return texts(
            "settings.message.finding",
            count: settings.texts.count,
            ["maximum": maximum, "languages": .text(languages)]
        )
    }

    static func items(_ settings: TenantSettings) -> [TypedMessage] {
        settings.texts.map(TypedMessage.init).sorted { ($0.code, $0.language) < ($1.code, $1.language) }
    }
}
