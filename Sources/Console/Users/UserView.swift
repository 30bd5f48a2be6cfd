import ConsoleKit
import Domain
import UseCases

/// One user: a sentence that says whether they are signed in, then their data and the actions.
struct UserView: FramedView {
    static let template = "user"

    var frame: FrameView
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
    let deleteEvents: String?
}

extension UserView {
    init(_ details: UserDetails, _ page: TenantPage) {
        let (user, summary, activity) = (details.user, details.summary, details.activity)
        let (texts, paths) = (page.texts, page.paths)
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
            auditHref: PageAddress(paths.audit, ["user": user.id.description]).href,
            edit: actions.canEdit ? paths.userEdit(user.id) : nil,
            invite: actions.canInviteAgain ? page.form(paths.userInvitation(user.id)) : nil,
            roleForm: actions.canAssignRole ? Self.roleForm(details, page) : nil,
            hasActs: actions.canEdit,
            disable: actions.canDisable ? paths.userDisabling(user.id) : nil,
            enable: actions.canEnable ? page.form(paths.userEnabling(user.id)) : nil,
            delete: actions.canDelete ? paths.userDeletion(user.id) : nil,
            deleteEvents: actions.canDeleteEvents ? paths.userEventDeletion(user.id) : nil
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
        (details.activity.sessions ?? []).map { session in
            let canEnd = actions.canEndSessions && session.isAlive(at: page.clock.now)
            let ending = page.paths.userSessionEnding(details.user.id, session.id)
            return UserSessionRowView(session, end: canEnd ? page.form(ending) : nil, page)
        }
    }

    private static func roleForm(_ details: UserDetails, _ page: TenantPage) -> RoleChoiceView {
        RoleChoiceView(
            form: page.form(page.paths.userRole(details.user.id)),
            role: details.roles.select(details.user.role, hint: page.texts("users.role-hint"))
        )
    }

    private static func endAll(_ summary: UserSummary, _ actions: UserActions, _ page: TenantPage) -> LinkView? {
        let isSelf = actions.isOwnAccount
        guard actions.canEndSessions, summary.liveSessions > (isSelf ? 1 : 0) else { return nil }
        return LinkView(
            label: page.texts(isSelf ? "users.end-other-sessions" : "users.end-sessions"),
            href: page.paths.userSessionsEnding(summary.user.id)
        )
    }
}

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

struct IdentityRowView: Sendable {
    let provider: String
    let subject: String
    let created: TimeView
    let lastUsed: TimeView?
}

extension IdentityRowView {
    init(_ identity: Identity, _ page: TenantPage) {
        self.init(
            provider: identity.provider.label(page.texts),
            subject: ShortID.of(VisibleText.escaped(identity.subject)),
            created: page.clock.relative(identity.createdAt),
            lastUsed: identity.lastUsedAt.map(page.clock.relative)
        )
    }
}

struct RoleChoiceView: Sendable {
    let form: FormView
    let role: SelectView
}

struct UserAuditRowView: Sendable {
    let time: TimeView
    let sentence: String
    let actor: String
    let change: String?
}

extension UserAuditRowView {
    init(_ shown: UserActivity.Entry, about user: User.ID, _ page: TenantPage) {
        let entry = shown.entry
        let changes = entry.changes.map { change in
            let sides = [change.before, change.after].map { VisibleText.escaped($0 ?? "–") }
            let values = change.before == nil ? sides[1] : sides.joined(separator: " → ")
            return page.texts("common.filter", ["label": .text(change.label(page.texts)), "value": .text(values)])
        }
        self.init(
            time: page.clock.relative(entry.at),
            sentence: entry.action.label(page.texts),
            actor: Self.actor(shown, user, page),
            change: changes.isEmpty ? nil : changes.joined(separator: ", ")
        )
    }

    private static func actor(_ shown: UserActivity.Entry, _ user: User.ID, _ page: TenantPage) -> String {
        switch shown.entry.actor {
        case page.access.principal.kind: page.texts("users.audit-by-you")
        case .user(user): page.texts("users.audit-by-themselves")
        default: shown.actor.phrase(page.texts)
        }
    }
}

/// A user with what their page shows beside them.
struct UserDetails: Sendable {
    let summary: UserSummary
    let role: Role
    let identities: [Identity]
    let activity: UserActivity
    let roles: RoleTitles
    /// The result of a form that was not carried out.
    let notice: NoticeView?

    var user: User { summary.user }
}
