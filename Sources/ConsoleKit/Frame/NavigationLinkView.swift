package struct NavigationLinkView: Sendable {
    package let label: String
    package let href: String
    package let isCurrent: Bool

    package init(label: String, href: String, isCurrent: Bool) {
        self.label = label
        self.href = href
        self.isCurrent = isCurrent
    }
}
