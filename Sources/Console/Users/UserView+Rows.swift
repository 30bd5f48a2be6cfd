import ConsoleKit
import Domain
import UseCases
import WebCore

extension IdentityRowView {
    init(_ identity: Identity, _ page: TenantPage) {
        self.init(
            provider: identity.provider.label(page.texts),
            subject: ShortID.of(VisibleText.escaped(identity.subject)),
            created: page.clock.relative(identity.createdAt),
            lastUsed: identity.lastUsedAt.map(page.clock.relative)
        )
    }
}

extension UserSessionRowView {
    init(_ session: Session, end: FormView?, _ page: TenantPage) {
        let kind = session.kind.detail(page.texts)
        self.init(
            device: session.device.title(page.texts),
            detail: session.device.system.map { "\($0) · \(kind)" } ?? kind,
            address: VisibleText.escaped(session.address ?? "–"),
            appVersion: VisibleText.escaped(session.device.appVersion ?? "–"),
            lastSeen: page.clock.relative(session.lastSeenAt),
            state: session.badge(at: page.clock.now, page.texts),
            end: end,
            isCurrent: page.access.principal.session == session.id
        )
    }
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

extension UserAuditRowView {
    init(_ shown: UserActivity.Entry, about user: User.ID, _ page: TenantPage) {
        let entry = shown.entry
        let changes = entry.changes.map { change in
            let sides = [change.before, change.after].map { VisibleText.escaped($0 ?? "–") }
            let values = change.before == nil ? sides[1] : sides.joined(separator: " → ")
            return page.texts("common.filter", ["label": .text(change.label(page.texts)), "value": .text(values)])
        }
        self.init(
            time: page.clock.relative(entry.at),
            sentence: entry.action.label(page.texts),
            actor: Self.actor(shown, user, page),
            change: changes.isEmpty ? nil : changes.joined(separator: ", ")
        )
    }

    private static func actor(_ shown: UserActivity.Entry, _ user: User.ID, _ page: TenantPage) -> String {
        switch shown.entry.actor {
        case page.access.principal.kind: page.texts("users.audit-by-you")
        case .user(user): page.texts("users.audit-by-themselves")
        default: shown.actor.phrase(page.texts)
        }
    }
}
