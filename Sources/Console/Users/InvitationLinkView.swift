import ConsoleKit
import Domain
import WebCore

/// The link of an invitation, shown once.
struct InvitationLinkView: FramedView {
    static let template = "invitation-link"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let email: String
    let role: String
    let link: String
    let expires: String
    let user: String
}

extension InvitationLinkView {
    init(_ invitation: InvitationLink, _ page: TenantPage) {
        let (texts, paths, user) = (page.texts, page.paths, invitation.user)
        let title = texts("users.invitation")
        self.init(
            frame: page.frame(title, at: paths.users),
            breadcrumb: BreadcrumbView(
                links: [
                    LinkView(label: texts("users.title"), href: paths.users),
                    LinkView(label: user.title(texts), href: paths.user(user.id)),
                ],
                current: title
            ),
            name: user.title(texts),
            email: VisibleText.escaped(user.email?.shown ?? ""),
            role: invitation.roles[user.role],
            link: page.address.url(LinkPaths.invitation(invitation.link.text)),
            expires: "\(page.clock.dateAndMinute(invitation.expiresAt)) \(page.clock.zone.name)",
            user: paths.user(user.id)
        )
    }
}

/// A new invitation, with the link that is shown once.
struct InvitationLink: Sendable {
    let user: User
    let link: Credential
    let expiresAt: Timestamp
    let roles: RoleTitles
}
