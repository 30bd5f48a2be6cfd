/// A word with the colour of an outcome.
struct BadgeView: Sendable {
    enum Tone: String, Sendable {
        case success, rejected, failed, degraded, inconsistent, cancelled, skipped, plain
    }

    let tone: String
    let text: String

    init(_ tone: Tone, _ text: String) {
        self.tone = tone.rawValue
        self.text = text
    }
}

struct LinkView: Sendable {
    let label: String
    let href: String
}

/// The way back: every crumb but the page itself.
struct BreadcrumbView: Sendable {
    let links: [LinkView]
    let current: String
}

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

/// Where a list goes on, and what of it is shown.
struct PagerView: Sendable {
    let summary: String
    let newer: String?
    let older: String?
    /// There is more than what is shown.
    let hasPages: Bool

    init(summary: String, newer: String?, older: String?) {
        self.summary = summary
        self.newer = newer
        self.older = older
        hasPages = newer != nil || older != nil
    }
}

/// A filter in force, and the address without it.
struct ActiveFilterView: Sendable {
    let label: String
    let removeHref: String
}

/// What an empty page teaches: what will be here, and what makes it so.
struct EmptyView: Sendable {
    let title: String
    let text: String
    /// One command to copy.
    let command: String?
    let link: LinkView?

    /// Under a question that could not be understood, where “nothing matches” would say too much.
    static let notLookedFor = EmptyView("No search was run", "Correct the marked filters and search again.")

    init(_ title: String, _ text: String, command: String? = nil, link: LinkView? = nil) {
        self.title = title
        self.text = text
        self.command = command
        self.link = link
    }
}

/// A person in a cell: a name over an address, as a link.
struct UserCellView: Sendable {
    let initials: String
    let name: String
    let detail: String
    let href: String
}
