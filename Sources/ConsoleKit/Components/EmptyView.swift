import Domain

/// The text of an empty page: what will be listed here, and how to create it.
package struct EmptyView: Sendable {
    package let title: String
    package let text: String
    /// One command to copy.
    package let command: String?
    package let link: LinkView?

    /// The text below filters with errors, for which no search was run.
    package static func noSearch(_ texts: Texts) -> EmptyView {
        EmptyView(texts("common.no-search"), texts("common.no-search-text"))
    }

    package init(_ title: String, _ text: String, command: String? = nil, link: LinkView? = nil) {
        self.title = title
        self.text = text
        self.command = command
        self.link = link
    }
}
