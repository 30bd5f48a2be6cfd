import ConsoleKit
import Domain

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
    let user: EventUserView?
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
            user: content[.user].map { id in
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

/// The user of an event: by name for a user of the tenant, otherwise by the client's id for them.
struct EventUserView: Sendable {
    let label: String
    let href: String
    let isCode: Bool
    let claim: EventClaimView?
}

/// Says that only the client names the user of an event.
struct EventClaimView: Sendable {
    let word: String
    let reason: String
}

extension StoredEvent {
    /// Nil when the event names no user, and when the server confirms the user.
    func claim(_ texts: Texts) -> EventClaimView? {
        guard isUserClaimed else { return nil }
        return EventClaimView(word: texts("events.user-claimed"), reason: texts("events.user-claimed-reason"))
    }
}

/// The events of one day, in the zone of the page.
struct EventDayView: Sendable {
    /// `Today`, `Sat 21 Nov`
    let name: String
    let rows: [EventRowView]
}

extension EventDayView {
    /// - Parameter events: in the order of the list.
    static func days(of events: [StoredEvent], users: [User.ID: User], _ page: TenantPage) -> [EventDayView] {
        var days: [(name: String, rows: [EventRowView])] = []
        for event in events {
            let (name, row) = (page.clock.dayName(event.content.occurredAt), EventRowView(event, users: users, page))
            if days.last?.name == name {
                days[days.count - 1].rows.append(row)
            } else {
                days.append((name, [row]))
            }
        }
        return days.map(EventDayView.init)
    }
}

extension TenantPage {
    /// The page of a user that an event names by an id of Gatehouse; else the events that name the same user, since a
    /// client may send any text.
    func href(ofEventUser text: String) -> String {
        if let id = User.ID(text), access.allows(.readUsers) { return paths.user(id) }
        return PageAddress(paths.events, ["range": "30d", "user": text]).href
    }
}
