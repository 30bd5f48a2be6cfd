package struct LinkView: Sendable {
    package let label: String
    package let href: String

    package init(label: String, href: String) {
        self.label = label
        self.href = href
    }
}

/// An active filter, and the URL of the list without it.
package struct ActiveFilterView: Sendable {
    package let label: String
    package let removeHref: String

    package init(label: String, removeHref: String) {
        self.label = label
        self.removeHref = removeHref
    }
}
