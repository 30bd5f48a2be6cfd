import ConsoleKit
import Domain
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

extension AttemptRowView {
    init(_ event: StoredEvent, isCurrent: Bool, _ page: TenantPage) {
        self.init(
            time: page.clock.exact(event.content.occurredAt),
            href: page.paths.event(event.reference),
            title: event.title(page.texts),
            detail: event.detail(page.texts),
            outcome: event.content.outcome.badge(page.texts),
            message: VisibleText.escaped(event.content.error?.message ?? ""),
            isCurrent: isCurrent
        )
    }
}
