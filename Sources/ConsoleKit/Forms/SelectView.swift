/// One choice among a few.
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
