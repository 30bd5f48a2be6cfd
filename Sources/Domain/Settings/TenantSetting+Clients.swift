/// What browsers may do, and what the tenant asks of tokens from Apple.
extension TenantSetting {
    static let clients: [TenantSetting] = [
        TenantSetting(
            "require_nonce",
            column: "requires_nonce",
            .flag(SettingAccess(\.requiresNonce)),
            summary: "True refuses identity tokens without a nonce.",
            field: SettingField(.apple)
        ),
        TenantSetting(
            "multi_session",
            column: "multi_session",
            .flag(SettingAccess(\.multiSession)),
            summary:
                "True lets a browser keep several people signed in, who take turns (Better Auth's multi-session plugin).",
            field: SettingField(.sessions)
        ),
        TenantSetting(
            "revoke_at_apple_everywhere",
            column: "revokes_at_apple",
            .flag(SettingAccess(\.revokesAtAppleEverywhere)),
            summary: "True withdraws the app's right at Apple when someone signs out everywhere.",
            field: SettingField(.apple)
        ),
        TenantSetting(
            "apple_account_deleted",
            column: "apple_deletion",
            .oneOf(\.appleDeletion),
            summary:
                "What becomes of an account when its Apple Account is gone; one that has another way in, and the last administrator, stay.",
            field: SettingField(.apple, hasHint: false)
        ),
    ]
}
