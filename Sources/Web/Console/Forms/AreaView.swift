import Domain

/// A text of several lines.
struct AreaView: Sendable {
    let id: String
    let name: String
    let label: String
    let value: String
    let rows: String
    let hint: String?
    let error: String?
    let describedBy: String?
    let isRequired: Bool
    let isVerbatim: Bool

    init(
        _ name: String,
        _ label: String,
        value: String = "",
        rows: Int,
        hint: String? = nil,
        error: String? = nil,
        isRequired: Bool = true,
        isVerbatim: Bool = false
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        self.value = value.split(separator: "\n", omittingEmptySubsequences: false).map {
            VisibleText.escaped(String($0))
        }
        .joined(separator: "\n")
        self.rows = String(rows)
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
        self.isRequired = isRequired
        self.isVerbatim = isVerbatim
    }
}
