import ConsoleKit
import Domain

/// One attempt in a list.
struct AttemptSummaryView: Sendable {
    let time: TimeView
    let href: String
    /// The stage that it reached.
    let reached: String
    let detail: String
    let result: BadgeView
    /// What is missing of it, or why it never arrived.
    let missing: String
    let user: EventUserView?
    let app: String
    let system: String
    let took: String
}

extension AttemptSummaryView {
    /// - Parameter users: those whose names the viewer may see.
    init(_ attempt: AttemptSummary, users: [User.ID: User], _ page: TenantPage) {
        let texts = page.texts
        let user = attempt.user.flatMap { User.ID($0) }.flatMap { users[$0] }
        self.init(
            time: page.clock.exact(attempt.startedAt),
            href: page.paths.attempt(attempt.attempt),
            reached: attempt.ending.stage?.label(texts) ?? texts("attempts.no-step"),
            detail: VisibleText.escaped(
                [
                    attempt.ending.code,
                    attempt.provider.map { EventDimension.provider.text(ofValue: $0, texts) },
                ].compactMap(\.self).joined(separator: " · ")
            ),
            result: attempt.ending.badge(texts),
            missing: attempt.neverArrived.map { $0.sentence(texts) } ?? attempt.missing.first.map { $0.label(texts) }
                ?? "",
            user: attempt.user.map { id in
                EventUserView(
                    label: user?.title(texts) ?? VisibleText.escaped(ShortID.of(id)),
                    href: page.href(ofEventUser: id),
                    isCode: user == nil,
                    claim: nil
                )
            },
            app: VisibleText.escaped(attempt.appVersion ?? "–"),
            system: VisibleText.escaped(
                [
                    attempt.deviceModel,
                    attempt.osVersion.map { SystemName.of(model: attempt.deviceModel, version: $0) },
                ].compactMap(\.self).joined(separator: ", ")
            ),
            // From one event no duration can be told.
            took: attempt.events > 1 ? attempt.span.label(texts) : "–"
        )
    }
}
