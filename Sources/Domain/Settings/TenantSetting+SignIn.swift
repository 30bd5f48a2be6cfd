/// Who signs in, and how.
extension TenantSetting {
    static let signIn: [TenantSetting] = [
        TenantSetting(
            "methods",
            column: "methods",
            .anyOf(\.methods),
            summary: "The ways to sign in that are on.",
            field: SettingField(.signIn)
        ),
        TenantSetting(
            "dialect",
            column: "dialect",
            .oneOf(\.dialect),
            summary: "The wire format of the apps; under the other one nothing is found.",
            field: SettingField(.signIn, hasHint: false, place: 3)
        ),
        TenantSetting(
            "anonymous",
            column: "is_anonymous",
            .flag(SettingAccess(\.isAnonymous)),
            summary: "True keeps no e-mail address and no name of anyone.",
            field: SettingField(.signIn, place: 1)
        ),
        TenantSetting(
            "sign_up",
            column: "sign_up",
            .oneOf(\.signUp),
            summary: "Who can sign up: anyone, invited users, or no one.",
            field: SettingField(.signIn, hasHint: false)
        ),
        TenantSetting(
            "confirm_email",
            column: "confirms_email",
            .flag(SettingAccess(\.confirmsEmail)),
            summary: "True requires a verified email address before the first sign-in.",
            field: SettingField(.signIn)
        ),
        TenantSetting(
            "secure_password_change",
            column: "secures_password_change",
            .flag(SettingAccess(\.securesPasswordChange)),
            summary:
                "True asks for the current password, or digits sent by e-mail, before a new one is set in a session older than a day.",
            field: SettingField(.signIn)
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
            field: SettingField(.signIn, place: 2)
        ),
    ]

    @Sendable private static func redirects(_ words: [String]) -> [RedirectRule]? {
        let rules = words.compactMap { RedirectRule($0) }
        return rules.count == words.count ? rules : nil
    }
}
