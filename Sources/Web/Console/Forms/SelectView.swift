import Domain

/// One choice among a few.
struct SelectView: Sendable {
    let id: String
    let name: String
    let label: String
    let options: [OptionView]
    let hint: String?
    let error: String?
    let describedBy: String?

    init(_ name: String, _ label: String, options: [OptionView], hint: String? = nil, error: String? = nil) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        self.options = options
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}
