/// The way back: every crumb but the page itself.
package struct BreadcrumbView: Sendable {
    package let links: [LinkView]
    package let current: String

    package init(links: [LinkView], current: String) {
        self.links = links
        self.current = current
    }
}
