import ConsoleKit
import Domain
import UseCases

extension FieldView {
    static func code(_ error: String?, isFocused: Bool, hint: String, _ texts: Texts) -> FieldView {
        FieldView(
            "code",
            texts("forms.label.code"),
            hint: hint,
            error: error,
            autocomplete: "one-time-code",
            maximumLength: SecondFactors.codeMaximumLength,
            isFocused: isFocused,
            isVerbatim: true
        )
    }
}
