package struct LinkView: Sendable {
    package let label: String
    package let href: String

    package init(label: String, href: String) {
        self.label = label
        self.href = href
    }
}
