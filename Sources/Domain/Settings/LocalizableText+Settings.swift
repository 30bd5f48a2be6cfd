/// What is wrong with settings.
extension LocalizableText {
    static let noSignInMethod = localizable("forms.methods-none", "Leave at least one sign-in method on.")
    static let passwordInPrivacyMode = localizable(
        "forms.methods-privacy",
        "Privacy mode does not work with email and password. Turn one of them off."
    )
    static let idleAboveAbsolute = localizable(
        "forms.idle-too-long",
        "This can’t be longer than the maximum session length."
    )
    static let tooManyMessages = localizable(
        "forms.messages-maximum",
        "Use at most {maximum} messages.",
        ["maximum": .number(TenantSettings.maximumTexts)]
    )
    static let messageTwice = localizable("forms.messages-duplicate", "Use one message for each code and language.")
    static let tooManyRedirects = localizable(
        "forms.urls-maximum",
        "Use at most {maximum} URLs.",
        ["maximum": .number(TenantSettings.maximumRedirects)]
    )
    static let tooManyAttributes = localizable(
        "forms.attributes-maximum",
        "Use at most {maximum} attributes.",
        ["maximum": .number(TenantSettings.maximumDefaultAttributes)]
    )
    static let attributeTwice = localizable("forms.attributes-duplicate", "Use each name once.")
}
