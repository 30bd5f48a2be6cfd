/// One line of a definition list.
package struct FactView: Sendable {
    package let term: String
    package let text: String?
    package let href: String?
    /// Whether the text is an id or a code, which is set in a monospaced font.
    package let isCode: Bool
    package let time: TimeView?

    package init(_ term: String, _ text: String?, href: String? = nil, isCode: Bool = false) {
        self.term = term
        self.text = text
        self.href = href
        self.isCode = isCode
        time = nil
    }

    package init(_ term: String, at time: TimeView) {
        self.term = term
        text = nil
        href = nil
        isCode = false
        self.time = time
    }
}

/// A number with its label, and a note that compares it.
package struct FigureView: Sendable {
    package let label: String
    package let value: String
    package let note: String
    /// The page that lists what is counted.
    package let href: String

    package init(label: String, value: String, note: String, href: String) {
        self.label = label
        self.value = value
        self.note = note
        self.href = href
    }
}
