import Domain

struct ChoiceView: Sendable {
    let id: String
    let value: String
    let title: String
    let hint: String
    let isChecked: Bool

    init(_ group: String, value: String, title: String, hint: String, isChecked: Bool) {
        id = "choice-\(group)-\(value)"
        self.value = value
        self.title = title
        self.hint = hint
        self.isChecked = isChecked
    }
}
