import Domain

extension FieldView {
    /// A password that a user chooses.
    package static func newPassword(error: String?, isRequired: Bool = true, _ texts: Texts) -> FieldView {
        FieldView(
            "password",
            texts("forms.label.password"),
            kind: .password,
            hint: texts("forms.new-password", ["minimum": .number(PasswordRules.lengths.lowerBound)]),
            error: error,
            autocomplete: "new-password",
            maximumLength: PasswordRules.lengths.upperBound,
            isRequired: isRequired
        )
    }

    /// The password that a user has.
    package static func currentPassword(error: String?, isFocused: Bool, _ texts: Texts) -> FieldView {
        FieldView(
            "password",
            texts("forms.label.password"),
            kind: .password,
            error: error,
            autocomplete: "current-password",
            maximumLength: PasswordRules.lengths.upperBound,
            isFocused: isFocused
        )
    }
}
