import Domain

/// A group of boxes or of buttons, each with a sentence that says what it does.
struct ChoicesView: Sendable {
    enum Kind: String, Sendable {
        case checkbox, radio
    }

    let id: String
    let name: String
    let legend: String
    let type: String
    let items: [ChoiceView]
    let hint: String?
    let error: String?
    let describedBy: String?

    init(_ name: String, _ legend: String, kind: Kind, items: [ChoiceView], hint: String? = nil, error: String? = nil) {
        id = "field-\(name)"
        self.name = name
        self.legend = legend
        type = kind.rawValue
        self.items = items
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }

    /// One box.
    init(_ name: String, _ legend: String, isTicked: Bool, title: String, hint: String, error: String? = nil) {
        self.init(
            name,
            legend,
            kind: .checkbox,
            items: [ChoiceView(name, value: "on", title: title, hint: hint, isChecked: isTicked)],
            error: error
        )
    }
}
