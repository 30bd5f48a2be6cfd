import ConsoleKit
import Domain
import UseCases
import WebCore

struct KeyFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let kind: SelectView
}

extension KeyFormView {
    /// - Returns: nil for users who may not create keys.
    init?(_ typed: KeyForm, _ page: TenantPage) {
        let kinds = page.access.creatableKeyKinds
        guard !kinds.isEmpty else { return nil }
        let texts = page.texts
        self.init(
            form: page.form(page.paths.keys),
            errors: typed.refusal ?? typed.problems.summary,
            name: FieldView(
                "name",
                texts("keys.field-name"),
                value: typed.name,
                hint: texts("keys.field-name-hint"),
                error: typed.problems["name"],
                maximumLength: APIKey.nameMaximumLength,
                isFocused: typed.problems["name"] != nil
            ),
            kind: SelectView(
                "kind",
                texts("keys.column-type"),
                options: kinds.map {
                    OptionView(value: $0.rawValue, label: $0.choice(texts), isSelected: $0 == typed.kind)
                },
                error: typed.problems["kind"]
            )
        )
    }
}
