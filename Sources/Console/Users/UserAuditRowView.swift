import ConsoleKit
import Domain
import UseCases
import WebCore

struct UserAuditRowView: Sendable {
    let time: TimeView
    let sentence: String
    let actor: String
    let change: String?
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
