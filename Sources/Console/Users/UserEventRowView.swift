import ConsoleKit
import Domain
import UseCases
import WebCore

struct UserEventRowView: Sendable {
    let time: TimeView
    let title: String
    let detail: String
    let href: String
    let attempt: String?
    let outcome: BadgeView
}

extension UserEventRowView {
    init(_ event: StoredEvent, _ page: TenantPage) {
        self.init(
            time: page.clock.relative(event.content.occurredAt),
            title: event.title(page.texts),
            detail: [event.detail(page.texts), event.claim(page.texts)?.word].compactMap(\.self)
                .joined(separator: " · "),
            href: page.paths.event(event.reference),
            attempt: event.content.attempt.map(page.paths.attempt),
            outcome: event.content.outcome.badge(page.texts)
        )
    }
}
