/// A drop-down list of options.
package struct SelectView: Sendable {
    package let id: String
    package let name: String
    package let label: String
    package let options: [OptionView]
    /// Further options, below a heading each.
    package let groups: [OptionGroupView]
    package let hint: String?
    package let error: String?
    let describedBy: String?

    package init(
        _ name: String,
        _ label: String,
        options: [OptionView],
        groups: [OptionGroupView] = [],
        hint: String? = nil,
        error: String? = nil
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        self.options = options
        self.groups = groups
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}

package struct OptionGroupView: Sendable {
    package let heading: String
    package let options: [OptionView]

    package init(_ heading: String, _ options: [OptionView]) {
        self.heading = heading
        self.options = options
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
