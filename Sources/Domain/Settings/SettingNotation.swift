/// How a value is written as text.
public struct SettingNotation: Sendable {
    /// In characters.
    public let maximumLength: Int
    /// A regular expression for clients; nil for any text on one line.
    public let pattern: String?
    public let example: String
    /// Says how to write it, after a value that cannot be read.
    public let sentence: LocalizableText

    public static let language = SettingNotation(
        maximumLength: 6,
        pattern: "^[a-z]{2,3}(-[A-Z]{2})?$",
        example: "fr",
        sentence: .localizable("forms.language", "Enter a language like fr or fr-CA.")
    )

    public static let redirect = SettingNotation(
        maximumLength: RedirectRule.maximumLength,
        pattern: nil,
        example: "https://app.example.com/*",
        sentence: .localizable(
            "forms.redirect-urls",
            "Use full URLs, like https://app.example.com/* or coachme://auth. Unencrypted http works only for localhost."
        )
    )
}
