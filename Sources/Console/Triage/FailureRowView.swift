import ConsoleKit
import Domain
import UseCases

struct FailureRowView: Sendable {
    /// The id and the version, for the form around the table.
    let choice: String
    let chooseLabel: String
    let href: String
    let title: String
    /// `keychain.locked · Save session`
    let detail: String
    let state: BadgeView
    let ownerName: String?
    let chart: SafeHTML
    let users: String
    let out: String
    let events: String
    let seenFirst: TimeView
    let seenLast: TimeView?
}

extension FailureRowView {
    init(_ failure: FailureSummary, users: [User.ID: User], _ page: TenantPage) {
        let texts = page.texts
        let title = failure.key.title(texts)
        self.init(
            choice: "\(failure.id).\(failure.triage.version)",
            chooseLabel: texts("failures.choose", ["title": .text(title)]),
            href: page.paths.failure(failure.id),
            title: title,
            detail: failure.key.detail(texts),
            state: failure.triage.state.badge(texts),
            ownerName: failure.triage.assignee.map { Principal.Kind.user($0).name(users, texts) },
            chart: Sparkline(columns: failure.columns, name: texts("failures.chart", count: failure.count)).drawing,
            users: failure.users.text(failure.users.affected, texts),
            out: failure.users.text(failure.users.stillOut, texts),
            events: NumberText.grouped(failure.count, in: texts.language),
            seenFirst: page.clock.relative(failure.firstSeen),
            seenLast: failure.lastSeen.map { page.clock.relative($0) }
        )
    }
}
