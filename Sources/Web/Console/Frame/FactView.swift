/// One line of a definition list.
struct FactView: Sendable {
    let term: String
    let text: String?
    let href: String?
    /// An id or a code: set in mono.
    let isCode: Bool
    let time: TimeView?

    init(_ term: String, _ text: String?, href: String? = nil, isCode: Bool = false) {
        self.term = term
        self.text = text
        self.href = href
        self.isCode = isCode
        time = nil
    }

    init(_ term: String, at time: TimeView) {
        self.term = term
        text = nil
        href = nil
        isCode = false
        self.time = time
    }
}
