/// The tenant's own texts, and what a new user begins with.
extension TenantSetting {
    static let content: [TenantSetting] = [
        TenantSetting(
            "language",
            column: "language",
            .word(SettingAccess(\.language, encode: \.description, decode: { Language($0) }), .language),
            summary: "The language of texts when a request asks for no available one.",
            field: SettingField(.texts, name: "tenant_language")
        ),
        TenantSetting(
            "texts",
            column: "texts",
            .messages(SettingAccess(\.texts)),
            summary: "The tenant's own error messages, by code."
        ),
        TenantSetting(
            "default_attributes",
            column: "default_attributes",
            .attributes(SettingAccess(\.defaultAttributes)),
            summary: "The initial `app_metadata` of new users."
        ),
    ]
}
