import Domain

/// A span of time: a number and its unit.
package struct SpanView: Sendable {
    package let id: String
    package let name: String
    package let label: String
    package let value: String
    let unitName: String
    package let units: [OptionView]
    package let hint: String
    package let error: String?
    let describedBy: String?

    /// - Parameter label: of the field, in the language of `texts`, which has the units.
    package init(
        _ name: String,
        label: String,
        _ span: TypedSpan,
        hint: String,
        error: String?,
        _ texts: Texts
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        value = VisibleText.escaped(span.number)
        unitName = "\(name)_unit"
        units = SpanUnit.allCases.map {
            OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: $0 == span.unit)
        }
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}
