/// What browsers may do, and what the tenant asks of tokens from Apple.
extension TenantSetting {
    static let clients: [TenantSetting] = [
        TenantSetting(
            "require_nonce",
            column: "requires_nonce",
            .flag(SettingAccess(\.requiresNonce)),
            summary: "True rejects identity tokens without a nonce.",
            field: SettingField(.apple)
        ),
        TenantSetting(
            "multi_session",
            column: "multi_session",
            .flag(SettingAccess(\.multiSession)),
            summary:
                "True allows several signed-in accounts in one browser (Better Auth's multi-session plugin).",
            field: SettingField(.sessions)
        ),
        TenantSetting(
            "revoke_at_apple_everywhere",
            column: "revokes_at_apple",
            .flag(SettingAccess(\.revokesAtAppleEverywhere)),
            summary: "True revokes the app's authorization at Apple when a user signs out everywhere.",
            field: SettingField(.apple)
        ),
        TenantSetting(
            "apple_account_deleted",
            column: "apple_deletion",
            .oneOf(\.appleDeletion),
            summary:
                "What happens to an account whose Apple Account is deleted; an account with another sign-in method, and the last administrator, are kept.",
            field: SettingField(.apple, hasHint: false)
        ),
    ]
}
