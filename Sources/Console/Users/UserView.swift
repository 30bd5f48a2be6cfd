import ConsoleKit
import WebCore

/// One user: a sentence that says whether they are signed in, then their data and the actions.
struct UserView: ConsoleView {
    static let template = "user"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let initials: String
    let name: String
    let state: BadgeView
    let role: BadgeView
    let verdict: VerdictView
    let facts: [FactView]
    let identities: [IdentityRowView]
    /// Nil for a user who has not signed in with Apple.
    let apple: AppleLinkView?
    /// The viewer may see them.
    let showsSessions: Bool
    let hasSessions: Bool
    let sessions: [UserSessionRowView]
    let sessionsNote: String
    let sessionsHref: String
    let endAll: LinkView?
    let showsEvents: Bool
    let hasEvents: Bool
    let events: [UserEventRowView]
    let eventsHref: String?
    let attemptsHref: String?
    let showsAudit: Bool
    let hasAudit: Bool
    let audit: [UserAuditRowView]
    let auditHref: String?
    let edit: String?
    let invite: FormView?
    let roleForm: RoleChoiceView?
    let hasActs: Bool
    let disable: String?
    let enable: FormView?
    let delete: String?
}
