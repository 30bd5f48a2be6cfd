/// One number with its name, and what it is compared with.
package struct FigureView: Sendable {
    package let label: String
    package let value: String
    package let note: String
    /// The page with the rows behind it.
    package let href: String

    package init(label: String, value: String, note: String, href: String) {
        self.label = label
        self.value = value
        self.note = note
        self.href = href
    }
}
