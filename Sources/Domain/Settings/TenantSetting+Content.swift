/// The tenant's own texts, and what a new user begins with.
extension TenantSetting {
    static let content: [TenantSetting] = [
        TenantSetting(
            "language",
            column: "language",
            .word(SettingAccess(\.language, encode: \.description, decode: { Language($0) }), .language),
            summary: "Of texts, when a request asks for none that there is.",
            field: SettingField(.texts, name: "tenant_language")
        ),
        TenantSetting(
            "texts",
            column: "texts",
            .messages(SettingAccess(\.texts)),
            summary: "What apps show for a code, in the tenant's words."
        ),
        TenantSetting(
            "default_attributes",
            column: "default_attributes",
            .attributes(SettingAccess(\.defaultAttributes)),
            summary: "What a new person has in `app_metadata`."
        ),
    ]
}
