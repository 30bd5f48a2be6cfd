import ConsoleKit
import WebCore

/// One event of the same attempt.
struct AttemptRowView: Sendable {
    let time: TimeView
    let href: String
    let title: String
    let detail: String
    let outcome: BadgeView
    let message: String
    /// It is the page's own event.
    let isCurrent: Bool
}
