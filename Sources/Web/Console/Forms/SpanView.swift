import Domain

/// A span of time: a number and its unit.
struct SpanView: Sendable {
    let id: String
    let name: String
    let label: String
    let value: String
    let unitName: String
    let units: [OptionView]
    let hint: String
    let error: String?
    let describedBy: String?

    init(_ name: String, _ label: String, _ span: TypedSpan, hint: String, error: String?) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        value = VisibleText.escaped(span.number)
        unitName = "\(name)_unit"
        units = SpanUnit.allCases.map {
            OptionView(value: $0.rawValue, label: $0.rawValue, isSelected: $0 == span.unit)
        }
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}
