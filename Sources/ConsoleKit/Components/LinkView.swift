package struct LinkView: Sendable {
    package let label: String
    package let href: String

    package init(label: String, href: String) {
        self.label = label
        self.href = href
    }
}

/// The way back: every crumb but the page itself.
package struct BreadcrumbView: Sendable {
    package let links: [LinkView]
    package let current: String

    package init(links: [LinkView], current: String) {
        self.links = links
        self.current = current
    }
}

/// A filter in force, and the address without it.
package struct ActiveFilterView: Sendable {
    package let label: String
    package let removeHref: String

    package init(label: String, removeHref: String) {
        self.label = label
        self.removeHref = removeHref
    }
}
