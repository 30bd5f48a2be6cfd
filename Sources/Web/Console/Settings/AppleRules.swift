import Domain

/// What a tenant asks of tokens from Apple, and of signing out.
struct AppleRules: SettingsForm {
    static let page = SettingsPage.apple

    private var requiresNonce: Bool
    private var revokesEverywhere: Bool

    init(_ settings: TenantSettings) {
        requiresNonce = settings.requiresNonce
        revokesEverywhere = settings.revokesAtAppleEverywhere
    }

    mutating func read(_ fields: inout Fields) {
        requiresNonce = fields.bool("require_nonce")
        revokesEverywhere = fields.bool("revoke_at_apple_everywhere")
    }

    func apply(to settings: inout TenantSettings) {
        settings.requiresNonce = requiresNonce
        settings.revokesAtAppleEverywhere = revokesEverywhere
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                choices: ChoicesView(
                    "require_nonce", "Nonce", isTicked: requiresNonce, title: "Refuse tokens without a nonce",
                    hint: "A stolen token is worth nothing then. Apps must send a nonce with each sign-in.",
                    error: problems["require_nonce"])),
            SettingView(
                choices: ChoicesView(
                    "revoke_at_apple_everywhere", "Signing out everywhere", isTicked: revokesEverywhere,
                    title: "Withdraw the app’s right at Apple too",
                    hint: "The app leaves the person’s list at Apple, and they are asked for name and address anew next time.",
                    error: problems["revoke_at_apple_everywhere"])),
        ]
    }

    var finding: String { "" }

    var lines: [SettingLine] {
        [
            SettingLine("require_nonce", "Refuse tokens without a nonce", requiresNonce.words),
            SettingLine("revoke_at_apple_everywhere", "Withdraw the app’s right at Apple too", revokesEverywhere.words),
        ]
    }
}
