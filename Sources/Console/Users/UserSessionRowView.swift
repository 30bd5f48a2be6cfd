import ConsoleKit
import Domain
import UseCases
import WebCore

struct UserSessionRowView: Sendable {
    let device: String
    let detail: String
    let address: String
    let appVersion: String
    let lastSeen: TimeView
    let state: BadgeView
    /// Ends it at once; nil for one that has ended, and for viewers who may not end it.
    let end: FormView?
    let isCurrent: Bool
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
