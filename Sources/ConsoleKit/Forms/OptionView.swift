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
