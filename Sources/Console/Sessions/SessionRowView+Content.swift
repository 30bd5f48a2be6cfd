import ConsoleKit
import Domain
import UseCases
import WebCore

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

extension SessionSummary {
    /// The name of the user, else the email address.
    fileprivate func userTitle(_ texts: Texts) -> String {
        (userName ?? userEmail?.shown).map { VisibleText.escaped($0) } ?? texts("common.no-name")
    }
}

extension UserCellView {
    init(_ summary: SessionSummary, _ page: TenantPage) {
        let id = summary.session.user
        let email = summary.userEmail.map { VisibleText.escaped($0.shown) }
        let name = summary.userName.map { VisibleText.escaped($0) }
        self.init(
            initials: Initials.of(name ?? email),
            name: summary.userTitle(page.texts),
            detail: name == nil ? ShortID.of(id) : email ?? ShortID.of(id),
            href: page.paths.user(id)
        )
    }
}

extension PreviewRowView {
    init(_ summary: SessionSummary, _ page: TenantPage) {
        let device = summary.session.device
        let parts = [device.title(page.texts), device.appVersion.map { VisibleText.escaped($0) }].compactMap(\.self)
        self.init(
            title: summary.userTitle(page.texts),
            detail: parts.joined(separator: " · "),
            note: page.clock.relative(summary.session.lastSeenAt).text
        )
    }
}
