import Domain
import StrictJSON

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

/// The breadcrumb: links to the pages above, and the name of the current page.
package struct BreadcrumbView: Sendable {
    package let links: [LinkView]
    package let current: String

    package init(links: [LinkView], current: String) {
        self.links = links
        self.current = current
    }
}

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

/// A part of a text: prose or code.
package struct ProsePartView: Sendable, Hashable {
    package let text: String
    package let isCode: Bool

    /// - Parameter prose: a text with code between backticks.
    package static func parts(of prose: String) -> [ProsePartView] {
        prose.splitBytes(at: "`").enumerated().filter { !$0.element.isEmpty }.map { place, part in
            ProsePartView(text: String(part), isCode: !place.isMultiple(of: 2))
        }
    }
}

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

/// One sentence with the state of the page's subject.
package struct VerdictView: Sendable {
    package let tone: String
    package let strong: String
    package let rest: String

    package init(_ tone: BadgeView.Tone, _ strong: String, _ rest: String) {
        self.tone = tone.rawValue
        self.strong = strong
        self.rest = rest
    }
}

package struct PreviewRowView: Sendable {
    package let title: String
    package let detail: String
    package let note: String

    package init(title: String, detail: String, note: String) {
        self.title = title
        self.detail = detail
        self.note = note
    }
}

package struct HiddenFieldView: Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A word with the colour of an outcome.
package struct BadgeView: Sendable {
    package enum Tone: String, Sendable {
        case success, rejected, failed, degraded, inconsistent, cancelled, skipped, info, plain
    }

    package let tone: String
    package let text: String

    package init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
    }
}

/// A message at the top of a page: the result of a form, or a warning.
package struct NoticeView: Sendable {
    package enum Tone: String, Sendable {
        case success, warning, failed, plain
    }

    package let tone: String
    package let text: String
    let isAlert: Bool

    package init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
        isAlert = tone == .failed
    }
}

/// One of the spans of time that a page offers.
package struct RangeView: Sendable {
    package let label: String
    /// What a screen reader says: `the last 24 hours`.
    package let name: String
    package let href: String
    package let isCurrent: Bool

    package init(label: String, name: String, href: String, isCurrent: Bool) {
        self.label = label
        self.name = name
        self.href = href
        self.isCurrent = isCurrent
    }
}
