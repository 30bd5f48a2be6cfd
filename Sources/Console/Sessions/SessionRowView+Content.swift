import ConsoleKit
import Domain
import UseCases

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
