import ConsoleKit
import WebCore

/// The link of an invitation, shown once.
struct InvitationLinkView: ConsoleView {
    static let template = "invitation-link"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let email: String
    let role: String
    let link: String
    let expires: String
    let user: String
}
