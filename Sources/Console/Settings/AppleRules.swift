import ConsoleKit
import Domain
import WebCore

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
                    title: "Require nonce",
                    hint: "Protects against stolen tokens. Apps must send a nonce with each sign-in.",
                    error: problems["require_nonce"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "revoke_at_apple_everywhere",
                    "Sign-out everywhere",
                    isTicked: revokesEverywhere,
                    title: "Also revoke at Apple",
                    hint:
                        "The app is removed from the user’s list at Apple. Apple asks for name and email again at the next sign-in.",
                    error: problems["revoke_at_apple_everywhere"]
                )
            ),
            SettingView(
                choices: ChoicesView(
                    "apple_account_deleted",
                    "When an Apple Account is deleted",
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
            SettingLine("require_nonce", "Require nonce", requiresNonce.words),
            SettingLine("revoke_at_apple_everywhere", "Also revoke at Apple", revokesEverywhere.words),
            SettingLine("apple_account_deleted", "When an Apple Account is deleted", deletion.words),
        ]
    }
}
