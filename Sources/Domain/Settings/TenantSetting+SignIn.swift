/// The settings of sign-in and sign-up.
extension TenantSetting {
    static let signIn: [TenantSetting] = [
        TenantSetting(
            "methods",
            column: "methods",
            .anyOf(\.methods),
            summary: "The sign-in methods that are on.",
            field: SettingField(.signIn)
        ),
        TenantSetting(
            "dialect",
            column: "dialect",
            .oneOf(\.dialect),
            summary: "The protocol of the apps; paths of the other protocol are not found.",
            field: SettingField(.signIn, hasHint: false, place: 3)
        ),
        TenantSetting(
            "anonymous",
            column: "is_anonymous",
            .flag(SettingAccess(\.isAnonymous)),
            summary: "True stores no email addresses and no names of users.",
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
                "True requires the current password, or a code sent by email, for a new password in a session older than a day.",
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
            summary: "URLs that links may redirect to; a `*` at the end allows every URL with that beginning.",
            field: SettingField(.signIn, place: 2)
        ),
    ]

    @Sendable private static func redirects(_ words: [String]) -> [RedirectRule]? {
        let rules = words.compactMap { RedirectRule($0) }
        return rules.count == words.count ? rules : nil
    }
}
