import ConsoleKit
import Domain
import WebCore

/// An event as one line of a log.
struct EventRowView: Sendable {
    let time: TimeView
    let href: String
    let step: String
    /// Its code, else its error.
    let cause: String?
    let source: String
    /// What the code means.
    let meaning: String?
    let outcome: BadgeView
    /// The page of its attempt.
    let attemptLink: String?
    let message: String?
    let person: EventUserView?
    /// `2.3.1 · iPhone16,1 · iOS 18.2`
    let app: String
}

extension EventRowView {
    /// - Parameter users: those whose names the viewer may see.
    init(_ event: StoredEvent, users: [User.ID: User], _ page: TenantPage) {
        let content = event.content
        let user = content.userID.flatMap { users[$0] }
        self.init(
            time: page.clock.timeOfDay(content.occurredAt),
            href: page.paths.event(event.reference),
            step: event.title(page.texts),
            cause: event.error,
            source: event.source(page.texts),
            meaning: event.meaning(page.texts),
            outcome: content.outcome.badge(page.texts),
            attemptLink: content.attempt.map(page.paths.attempt),
            message: content.error?.message.map { VisibleText.escaped($0) },
            person: content[.user].map { id in
                EventUserView(
                    label: user?.title(page.texts) ?? VisibleText.escaped(ShortID.of(id)),
                    href: page.href(ofEventUser: id),
                    isCode: user == nil,
                    claim: event.claim(page.texts)
                )
            },
            app: content.app
        )
    }
}

extension EventContent {
    /// Nil when the client names the user otherwise than by an id of Gatehouse.
    var userID: User.ID? { self[.user].flatMap { User.ID($0) } }

    /// `2.3.1 · iPhone16,1 · iOS 18.2`
    fileprivate var app: String {
        let (model, platform) = (self[.deviceModel], self[.platform])
        let system = self[.osVersion].map { SystemName.of(model: model, platform: platform, version: $0) }
        let parts = [self[.appVersion], model ?? platform, system].compactMap(\.self)
        return VisibleText.escaped(parts.isEmpty ? "–" : parts.joined(separator: " · "))
    }
}
