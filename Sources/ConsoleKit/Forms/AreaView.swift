import Domain

/// A text field of several lines.
package struct AreaView: Sendable {
    package let id: String
    package let name: String
    package let label: String
    package let value: String
    package let rows: String
    package let hint: String?
    package let error: String?
    let describedBy: String?
    package let isRequired: Bool
    package let isVerbatim: Bool

    package init(
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
        self.value = VisibleText.escapedLines(value)
        self.rows = String(rows)
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
        self.isRequired = isRequired
        self.isVerbatim = isVerbatim
    }
}
