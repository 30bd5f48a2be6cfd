/// What browsers may do, and what the tenant asks of tokens from Apple.
extension TenantSetting {
    static let clients: [TenantSetting] = [
        TenantSetting(
            "require_nonce",
            column: "requires_nonce",
            .flag(SettingAccess(\.requiresNonce)),
            summary: "True refuses identity tokens without a nonce.",
            field: SettingField(
                .apple,
                "Nonce",
                title: "Require nonce",
                hint: "Protects against stolen tokens. Apps must send a nonce with each sign-in."
            )
        ),
        TenantSetting(
            "multi_session",
            column: "multi_session",
            .flag(SettingAccess(\.multiSession)),
            summary:
                "True lets a browser keep several people signed in, who take turns (Better Auth's multi-session plugin).",
            field: SettingField(
                .sessions,
                "Multiple accounts",
                title: "Allow account switching",
                hint:
                    "For browsers that several people share, with Better Auth’s multi-session plugin. Anyone at the browser can switch to each signed-in account.",
                listLabel: "Account switching"
            )
        ),
        TenantSetting(
            "revoke_at_apple_everywhere",
            column: "revokes_at_apple",
            .flag(SettingAccess(\.revokesAtAppleEverywhere)),
            summary: "True withdraws the app's right at Apple when someone signs out everywhere.",
            field: SettingField(
                .apple,
                "Sign-out everywhere",
                title: "Also revoke at Apple",
                hint:
                    "The app is removed from the user’s list at Apple. Apple asks for name and email again at the next sign-in."
            )
        ),
        TenantSetting(
            "apple_account_deleted",
            column: "apple_deletion",
            .oneOf(\.appleDeletion),
            summary:
                "What becomes of an account when its Apple Account is gone; one that has another way in, and the last administrator, stay.",
            field: SettingField(.apple, "When an Apple Account is deleted")
        ),
    ]
}
