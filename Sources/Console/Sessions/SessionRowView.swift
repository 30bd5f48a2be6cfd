import ConsoleKit
import Domain
import UseCases
import WebCore

struct SessionRowView: Sendable {
    let person: UserCellView
    let device: String
    let detail: String
    /// Its version, or what was opened when that is not known.
    let app: String
    /// With a version: `app`.
    let kind: String?
    let address: String
    let created: TimeView
    let lastSeen: TimeView
    let state: BadgeView
    let end: FormView?
    let isCurrent: Bool
}

extension SessionRowView {
    /// - Parameter list: the address of the list, to come back to.
    init(_ summary: SessionSummary, backTo list: PageAddress, _ page: TenantPage) {
        let (session, texts) = (summary.session, page.texts)
        let canEnd = page.access.allows(.revokeSessions) && session.isAlive(at: page.clock.now)
        self.init(
            person: UserCellView(summary, page),
            device: session.device.title(texts),
            detail: session.device.system ?? "",
            app: VisibleText.escaped(session.device.appVersion ?? session.kind.label(texts)),
            kind: session.device.appVersion == nil ? nil : session.kind.detail(texts),
            address: VisibleText.escaped(session.address ?? "–"),
            created: page.clock.relative(session.createdAt),
            lastSeen: page.clock.relative(session.lastSeenAt),
            state: session.badge(at: page.clock.now, texts),
            end: canEnd ? Self.ending(session.id, backTo: list, page) : nil,
            isCurrent: page.access.principal.session == session.id
        )
    }

    /// The form that ends one session and leads back to the list. Its token is for the path alone.
    private static func ending(_ id: Session.ID, backTo list: PageAddress, _ page: TenantPage) -> FormView {
        let path = page.paths.session(id) + "/ending"
        return FormView(action: PageAddress(path, ["to": list.href]).href, token: page.form(path).token)
    }
}
