/// A table cell with a user: the name above a detail, as a link.
package struct UserCellView: Sendable {
    package let initials: String
    package let name: String
    package let detail: String
    package let href: String

    package init(initials: String, name: String, detail: String, href: String) {
        self.initials = initials
        self.name = name
        self.detail = detail
        self.href = href
    }
}
