import ConsoleKit
import Domain
import UseCases
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

extension UserView {
    init(_ details: UserDetails, _ page: TenantPage) {
        let (user, summary, activity) = (details.user, details.summary, details.activity)
        let (texts, paths) = (page.texts, page.paths)
        let path = paths.user(user.id)
        let actions = UserActions(on: user, role: details.role, for: page.access)
        let frame = page.frame(user.title(texts), at: paths.users)
        self.init(
            frame: details.notice.map(frame.saying) ?? frame,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("users.title"), href: paths.users)],
                current: user.title(texts)
            ),
            initials: Initials.of(user.title(texts)),
            name: user.title(texts),
            state: user.state.badge(texts),
            role: BadgeView(.plain, details.role.title(texts)),
            verdict: VerdictView(summary, latest: activity.sessions?.first, page),
            facts: Self.facts(details, page),
            identities: details.identities.map { IdentityRowView($0, page) },
            apple: Self.apple(details, page),
            showsSessions: activity.sessions != nil,
            hasSessions: activity.sessions?.isEmpty == false,
            sessions: Self.sessions(details, actions, page),
            sessionsNote: summary.liveSessions == 0
                ? texts("users.sessions-count-none") : texts("users.sessions-count", count: summary.liveSessions),
            sessionsHref: PageAddress(paths.sessions, ["user": user.id.description, "life": "any"]).href,
            endAll: Self.endAll(summary, actions, page),
            showsEvents: activity.events != nil,
            hasEvents: activity.events?.isEmpty == false,
            events: (activity.events ?? []).map { UserEventRowView($0, page) },
            eventsHref: PageAddress(paths.events, ["range": "30d", "user": user.id.description]).href,
            attemptsHref: PageAddress(paths.attempts, ["user": user.id.description]).href,
            showsAudit: activity.audit != nil,
            hasAudit: activity.audit?.isEmpty == false,
            audit: (activity.audit ?? []).map { UserAuditRowView($0, about: user.id, page) },
            auditHref: PageAddress(paths.audit, ["target": user.id.description]).href,
            edit: actions.canEdit ? "\(path)/edit" : nil,
            invite: actions.canInviteAgain ? page.form("\(path)/invitation") : nil,
            roleForm: actions.canAssignRole ? Self.roleForm(details, page) : nil,
            hasActs: actions.canEdit,
            disable: actions.canDisable ? "\(path)/disabling" : nil,
            enable: actions.canEnable ? page.form("\(path)/enabling") : nil,
            delete: actions.canDelete ? "\(path)/deletion" : nil
        )
    }

    private static func facts(_ details: UserDetails, _ page: TenantPage) -> [FactView] {
        let (user, texts, clock) = (details.user, page.texts, page.clock)
        let email = user.email.map { VisibleText.escaped($0.shown) }
        let shownEmail = email.map {
            user.emailVerified ? $0 : texts("users.email-unverified", ["email": .text($0)])
        }
        return [
            FactView(texts("users.email"), shownEmail ?? "–"),
            FactView(texts("users.id"), user.id.description, isCode: true),
            FactView(texts("users.role"), details.role.title(texts)),
            FactView(texts("users.created"), at: clock.relative(user.createdAt)),
            FactView(texts("users.updated"), at: clock.relative(user.updatedAt)),
        ] + (user.lastSeenAt.map { [FactView(texts("users.last-active"), at: clock.relative($0))] } ?? [])
    }

    private static func apple(_ details: UserDetails, _ page: TenantPage) -> AppleLinkView? {
        details.activity.apple.map { link in
            AppleLinkView(
                link,
                linked: details.identities.first { $0.provider == .apple }?.createdAt,
                email: details.user.email,
                page.clock,
                page.texts
            )
        }
    }

    private static func sessions(
        _ details: UserDetails,
        _ actions: UserActions,
        _ page: TenantPage
    ) -> [UserSessionRowView] {
        let path = page.paths.user(details.user.id)
        return (details.activity.sessions ?? []).map { session in
            let canEnd = actions.canEndSessions && session.isAlive(at: page.clock.now)
            let ending = "\(path)/sessions/\(session.id)/ending"
            return UserSessionRowView(session, end: canEnd ? page.form(ending) : nil, page)
        }
    }

    private static func roleForm(_ details: UserDetails, _ page: TenantPage) -> RoleChoiceView {
        RoleChoiceView(
            form: page.form("\(page.paths.user(details.user.id))/role"),
            role: details.roles.select(details.user.role, hint: page.texts("users.role-hint"))
        )
    }

    private static func endAll(_ summary: UserSummary, _ actions: UserActions, _ page: TenantPage) -> LinkView? {
        let isSelf = actions.isOwnAccount
        guard actions.canEndSessions, summary.liveSessions > (isSelf ? 1 : 0) else { return nil }
        return LinkView(
            label: page.texts(isSelf ? "users.end-other-sessions" : "users.end-sessions"),
            href: "\(page.paths.user(summary.user.id))/sessions/ending"
        )
    }
}
