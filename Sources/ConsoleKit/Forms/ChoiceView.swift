import Domain

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
