import Domain

/// A text field of one line, with its label, hint and error.
package struct FieldView: Sendable {
    package enum Kind: String, Sendable {
        case text, email, password, search
        case localTime = "datetime-local"
    }

    package let id: String
    package let name: String
    package let label: String
    package let type: String
    package let value: String
    package let hint: String?
    package let error: String?
    /// The ids of hint and error, for `aria-describedby`.
    let describedBy: String?
    package let autocomplete: String?
    package let maximumLength: String?
    package let isRequired: Bool
    package let isFocused: Bool
    /// Whether the text is an identifier or code, for which browsers must not check spelling or capitalise.
    package let isVerbatim: Bool
    /// An example; it does not replace the label.
    package let placeholder: String?

    package init(
        _ name: String,
        _ label: String,
        kind: Kind = .text,
        value: String = "",
        hint: String? = nil,
        error: String? = nil,
        autocomplete: String? = nil,
        maximumLength: Int? = nil,
        isRequired: Bool = true,
        isFocused: Bool = false,
        isVerbatim: Bool = false,
        placeholder: String? = nil
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        type = kind.rawValue
        self.value = kind == .password ? "" : VisibleText.escaped(value)
        self.hint = hint
        self.error = error
        describedBy = Self.describedBy(name, hint: hint, error: error)
        self.autocomplete = autocomplete
        self.maximumLength = maximumLength.map(String.init)
        self.isRequired = isRequired
        self.isFocused = isFocused
        self.isVerbatim = isVerbatim || kind == .email
        self.placeholder = placeholder
    }

    static func describedBy(_ name: String, hint: String?, error: String?) -> String? {
        let ids = [hint.map { _ in "field-\(name)-hint" }, error.map { _ in "field-\(name)-error" }].compactMap(\.self)
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}

extension FieldView {
    /// The field for a new password.
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

    /// The field for the current password.
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
