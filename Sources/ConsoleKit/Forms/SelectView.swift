/// A drop-down list of options.
package struct SelectView: Sendable {
    package let id: String
    package let name: String
    package let label: String
    package let options: [OptionView]
    package let hint: String?
    package let error: String?
    let describedBy: String?

    package init(_ name: String, _ label: String, options: [OptionView], hint: String? = nil, error: String? = nil) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        self.options = options
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}

package struct OptionView: Sendable {
    package let value: String
    package let label: String
    package let isSelected: Bool

    package init(value: String, label: String, isSelected: Bool) {
        self.value = value
        self.label = label
        self.isSelected = isSelected
    }
}
