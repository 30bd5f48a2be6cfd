/// How long sessions last, and how many a user may have.
extension TenantSetting {
    static let sessions: [TenantSetting] = [
        TenantSetting(
            "idle_seconds",
            column: "idle_seconds",
            .seconds(\.sessions.idle, in: TenantSettings.idleSeconds),
            summary: "A session ends after this time without use.",
            field: SettingField(.sessions, name: "idle")
        ),
        TenantSetting(
            "absolute_seconds",
            column: "absolute_seconds",
            .seconds(\.sessions.absolute, in: TenantSettings.absoluteSeconds),
            summary: "A session ends after this time, even when it is used.",
            field: SettingField(.sessions, name: "absolute")
        ),
        TenantSetting(
            "access_token_seconds",
            column: "access_token_seconds",
            .seconds(\.accessTokenLifetime, in: TenantSettings.accessTokenSeconds),
            summary: "The lifetime of an access token.",
            field: SettingField(.sessions, name: "access_token")
        ),
        TenantSetting(
            "sessions_per_person",
            column: "sessions_per_person",
            .count(SettingAccess(\.sessionsPerUser), in: TenantSettings.sessionCounts),
            summary:
                "The number of sessions that a user can have at once; `session_limit_action` says what happens at the next sign-in.",
            field: SettingField(.sessions)
        ),
        TenantSetting(
            "session_limit_action",
            column: "session_limit_action",
            .oneOf(\.sessionLimitAction),
            summary:
                "What happens when a user with `sessions_per_person` sessions signs in: `refuse` the new sign-in, or `end_oldest`, the least recently used session.",
            field: SettingField(.sessions, hasHint: false)
        ),
    ]
}
