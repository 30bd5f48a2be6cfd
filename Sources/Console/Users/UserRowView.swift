import ConsoleKit
import Domain
import UseCases
import WebCore

struct UserRowView: Sendable {
    let person: UserCellView
    let role: String
    let providers: String
    let state: BadgeView
    let sessions: String
    let lastSeen: TimeView?
    let created: TimeView
}

extension UserRowView {
    init(_ summary: UserSummary, roles: RoleTitles, _ page: TenantPage) {
        let user = summary.user
        let providers = summary.providers.map { $0.label(page.texts) }
        self.init(
            person: UserCellView(user, page),
            role: roles[user.role],
            providers: providers.isEmpty ? "–" : providers.joined(separator: ", "),
            state: user.state.badge(page.texts),
            sessions: NumberText.grouped(summary.liveSessions, in: page.texts.language),
            lastSeen: user.lastSeenAt.map(page.clock.relative),
            created: page.clock.relative(user.createdAt)
        )
    }
}
