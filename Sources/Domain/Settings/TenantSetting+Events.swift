/// How long and how many events are kept.
extension TenantSetting {
    static let events: [TenantSetting] = [
        TenantSetting(
            "event_retention_days",
            column: "event_retention_days",
            .count(SettingAccess(\.eventRetentionDays), in: TenantSettings.eventDays),
            summary:
                "The days for which events are kept, at most as many as the installation keeps them; 0 for as long as the installation does.",
            field: SettingField(.events)
        ),
        TenantSetting(
            "event_storage_bytes",
            column: "event_storage_bytes",
            .count(SettingAccess(\.eventStorageBytes), in: TenantSettings.eventBytes),
            summary: "The bytes that events may take before the oldest are deleted; 0 for no limit.",
            field: SettingField(.events)
        ),
    ]
}
