/// Who signs in, and how.
extension TenantSetting {
    static let signIn: [TenantSetting] = [
        TenantSetting(
            "methods",
            column: "methods",
            .anyOf(\.methods),
            summary: "The ways to sign in that are on.",
            field: SettingField(
                .signIn,
                "Sign-in methods",
                hint: "Users whose only method is off cannot sign in until it is on again. Their sessions stay active."
            )
        ),
        TenantSetting(
            "dialect",
            column: "dialect",
            .oneOf(\.dialect),
            summary: "The wire format of the apps; under the other one nothing is found.",
            field: SettingField(.signIn, "Client SDKs", place: 3)
        ),
        TenantSetting(
            "anonymous",
            column: "is_anonymous",
            .flag(SettingAccess(\.isAnonymous)),
            summary: "True keeps no e-mail address and no name of anyone.",
            field: SettingField(
                .signIn,
                "Privacy mode",
                title: "Don’t store emails or names",
                hint:
                    "Users are identified by a keyed hash only. Email and password must be off. Data that is already stored is kept.",
                listLabel: "Privacy mode",
                place: 1
            )
        ),
        TenantSetting(
            "sign_up",
            column: "sign_up",
            .oneOf(\.signUp),
            summary: "Who can sign up: anyone, invited users, or no one.",
            field: SettingField(.signIn, "Sign-up")
        ),
        TenantSetting(
            "confirm_email",
            column: "confirms_email",
            .flag(SettingAccess(\.confirmsEmail)),
            summary: "True requires a verified email address before the first sign-in.",
            field: SettingField(
                .signIn,
                "Email verification",
                title: "Require email verification",
                hint: "Users can sign in with a password only after they have verified their email address."
            )
        ),
        TenantSetting(
            "secure_password_change",
            column: "secures_password_change",
            .flag(SettingAccess(\.securesPasswordChange)),
            summary:
                "True asks for the current password, or digits sent by e-mail, before a new one is set in a session older than a day.",
            field: SettingField(
                .signIn,
                "Password change",
                title: "Require current password after 24 h",
                hint:
                    "When the last sign-in is older, changing the password needs the current one or an email code. Members always need the current one."
            )
        ),
        TenantSetting(
            "redirect_urls",
            column: "redirects",
            .words(
                SettingAccess(\.redirects, encode: { $0.map(\.description) }, decode: redirects),
                .redirect,
                maximum: TenantSettings.maximumRedirects
            ),
            summary: "Where links may lead a browser afterwards; a star at the end allows all that begins alike.",
            field: SettingField(
                .signIn,
                "Redirect URLs",
                hint:
                    "URLs of your apps and sites, one per line, like https://app.example.com/* or coachme://auth-callback. Browsers are redirected nowhere else.",
                place: 2
            )
        ),
    ]

    @Sendable private static func redirects(_ words: [String]) -> [RedirectRule]? {
        let rules = words.compactMap { RedirectRule($0) }
        return rules.count == words.count ? rules : nil
    }
}
