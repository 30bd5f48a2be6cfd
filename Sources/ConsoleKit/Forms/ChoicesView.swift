/// A group of checkboxes or radio buttons, each with a hint.
package struct ChoicesView: Sendable {
    package enum Kind: String, Sendable {
        case checkbox, radio
    }

    package let id: String
    package let name: String
    package let legend: String
    package let type: String
    package let items: [ChoiceView]
    package let hint: String?
    package let error: String?
    let describedBy: String?

    package init(
        _ name: String,
        _ legend: String,
        kind: Kind,
        items: [ChoiceView],
        hint: String? = nil,
        error: String? = nil
    ) {
        id = "field-\(name)"
        self.name = name
        self.legend = legend
        type = kind.rawValue
        self.items = items
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }

    /// Creates a single checkbox.
    package init(_ name: String, _ legend: String, isTicked: Bool, title: String, hint: String, error: String? = nil) {
        self.init(
            name,
            legend,
            kind: .checkbox,
            items: [ChoiceView(name, value: "on", title: title, hint: hint, isChecked: isTicked)],
            error: error
        )
    }
}

package struct ChoiceView: Sendable {
    package let id: String
    package let value: String
    package let title: String
    package let hint: String
    package let isChecked: Bool

    package init(_ group: String, value: String, title: String, hint: String, isChecked: Bool) {
        id = "choice-\(group)-\(value)"
        self.value = value
        self.title = title
        self.hint = hint
        self.isChecked = isChecked
    }
}
