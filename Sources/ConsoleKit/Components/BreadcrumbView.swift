/// The breadcrumb: links to the pages above, and the name of the current page.
package struct BreadcrumbView: Sendable {
    package let links: [LinkView]
    package let current: String

    package init(links: [LinkView], current: String) {
        self.links = links
        self.current = current
    }
}
