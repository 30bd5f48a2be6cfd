import Domain

/// What a tenant asks of tokens from Apple, and what follows from signing out and from an Apple Account that is gone.
struct AppleRules: SettingsForm {
    static let page = SettingsPage.apple

    private var requiresNonce: Bool
    private var revokesEverywhere: Bool
    private var deletion: TenantSettings.AppleDeletion

    init(_ settings: TenantSettings) {
        requiresNonce = settings.requiresNonce
        revokesEverywhere = settings.revokesAtAppleEverywhere
        deletion = settings.appleDeletion
    }

    mutating func read(_ fields: inout Fields) {
        requiresNonce = fields.bool("require_nonce")
        revokesEverywhere = fields.bool("revoke_at_apple_everywhere")
        if let chosen = fields.oneOf("apple_account_deleted", as: TenantSettings.AppleDeletion.self) {
            deletion = chosen
        }
    }

    func apply(to settings: inout TenantSettings) {
        settings.requiresNonce = requiresNonce
        settings.revokesAtAppleEverywhere = revokesEverywhere
        settings.appleDeletion = deletion
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                choices: ChoicesView(
                    "require_nonce",
                    "Nonce",
                    isTicked: requiresNonce,
                    title: "Refuse tokens without a nonce",
                    hint: "A stolen token is worth nothing then. Apps must send a nonce with each sign-in.",
                    error: problems["require_nonce"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "revoke_at_apple_everywhere",
                    "Signing out everywhere",
                    isTicked: revokesEverywhere,
                    title: "Withdraw the app’s right at Apple too",
                    hint:
                        "The app leaves the person’s list at Apple, and they are asked for name and address anew next time.",
                    error: problems["revoke_at_apple_everywhere"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "apple_account_deleted",
                    "When someone’s Apple Account is gone",
                    kind: .radio,
                    items: TenantSettings.AppleDeletion.allCases.map {
                        ChoiceView(
                            "apple_account_deleted",
                            value: $0.rawValue,
                            title: $0.words,
                            hint: $0.meaning,
                            isChecked: $0 == deletion
                        )
                    },
                    error: problems["apple_account_deleted"]
                )
            ),
        ]
    }

    var finding: String { "" }

    var lines: [SettingLine] {
        [
            SettingLine("require_nonce", "Refuse tokens without a nonce", requiresNonce.words),
            SettingLine("revoke_at_apple_everywhere", "Withdraw the app’s right at Apple too", revokesEverywhere.words),
            SettingLine("apple_account_deleted", "When someone’s Apple Account is gone", deletion.words),
        ]
    }
}
