import StrictJSON

/// Texts of rules that more than one place checks.
extension LocalizableText {
    public static let notAnEmailAddress = localizable(
        "forms.email",
        "This is not an email address, like ada@example.com."
    )
    public static let passwordWithoutEmail = localizable(
        "forms.password-without-email",
        "A password needs an email address to sign in with."
    )
    public static let noSuchRole = localizable("forms.no-such-role", "This tenant has no such role.")
    public static let tooManyMarks = localizable(
        "forms.combining-marks",
        "Use at most {maximum} combining marks in a row.",
        ["maximum": .number(StreamSafeText.maximumMarks)]
    )
    public static let notAHost = localizable("forms.host", "Enter a domain like sign-in.example.com.")
    public static let notATenantSlug = localizable("forms.tenant-slug", "Enter the tenant's slug, like acme.")
    public static let reservedAttribute = localizable(
        "forms.attribute-reserved",
        "Gatehouse writes this attribute itself. Choose another name."
    )

    // The types of values, after "This must be".
    public static let aText = localizable("forms.type.text", "a text")
    public static let aWholeNumber = localizable("forms.type.whole-number", "a whole number")
    public static let aBoolean = localizable("forms.type.boolean", "true or false")
}
