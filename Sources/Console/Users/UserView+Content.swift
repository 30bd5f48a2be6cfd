import ConsoleKit
import Domain
import UseCases
import WebCore

extension UserView {
    init(
        _ summary: UserSummary,
        role: Role,
        identities: [Identity],
        life: UserActivity,
        roles: RoleTitles,
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let user = summary.user
        let slug = context.tenant.slug
        let path = ConsolePaths.user(user.id, slug)
        let clock = console.clock(for: context)
        let mayAct = context.access.principal.rank >= role.rank
        let mayManage = mayAct && context.access.allows(.manageUsers)
        let isSelf = context.isSelf(user.id)
        let sessions = life.sessions ?? []
        let events = life.events ?? []
        let audit = life.audit ?? []
        self.init(
            frame: frame,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "Users", href: ConsolePaths.users(slug))],
                current: user.title
            ),
            initials: Initials.of(user.title),
            name: user.title,
            state: user.state.badge,
            role: BadgeView(.plain, VisibleText.escaped(role.title)),
            verdict: Self.verdict(summary, sessions, clock),
            facts: Self.facts(user, role, slug, clock),
            identities: identities.map { IdentityRowView($0, clock) },
            apple: life.apple.map { link in
                AppleLinkView(
                    link,
                    linked: identities.first { $0.provider == .apple }?.createdAt,
                    email: user.email,
                    clock
                )
            },
            showsSessions: life.sessions != nil,
            hasSessions: !sessions.isEmpty,
            sessions: sessions.map { session in
                UserSessionRowView(
                    session,
                    end: mayAct && context.access.allows(.revokeSessions) && session.isAlive(at: console.now)
                        ? console.form("\(path)/sessions/\(session.id)/ending", context) : nil,
                    isCurrent: context.isCurrent(session.id),
                    clock
                )
            },
            sessionsNote: Self.sessionsNote(summary.liveSessions),
            sessionsHref: PageAddress(ConsolePaths.sessions(slug), ["user": user.id.description, "life": "any"]).href,
            endAll: mayAct && context.access.allows(.revokeSessions) && summary.liveSessions > (isSelf ? 1 : 0)
                ? LinkView(
                    label: isSelf ? "End all other sessions" : "End all sessions",
                    href: "\(path)/sessions/ending"
                ) : nil,
            showsEvents: life.events != nil,
            hasEvents: !events.isEmpty,
            events: events.map { UserEventRowView($0, slug, clock) },
            eventsHref: PageAddress(ConsolePaths.events(slug), ["range": "30d", "user": user.id.description]).href,
            showsAudit: life.audit != nil,
            hasAudit: !audit.isEmpty,
            audit: audit.map { entry in
                UserAuditRowView(
                    entry,
                    about: user.id,
                    actor: AuditActor(entry.actor, life.names),
                    context,
                    clock,
                    console.texts(context)
                )
            },
            auditHref: PageAddress(ConsolePaths.audit(slug), ["target": user.id.description]).href,
            edit: mayManage ? "\(path)/edit" : nil,
            invite: mayManage && user.state == .invited ? console.form("\(path)/invitation", context) : nil,
            roleForm: mayAct && context.access.allows(.assignRoles)
                ? RoleChoiceView(
                    form: console.form("\(path)/role", context),
                    role: roles.select(
                        user.role,
                        hint: "A new role ends their console sessions. The app sees it with its next request."
                    )
                ) : nil,
            hasActs: mayManage,
            disable: mayManage && !isSelf && user.state != .disabled ? "\(path)/disabling" : nil,
            enable: mayManage && user.state == .disabled ? console.form("\(path)/enabling", context) : nil,
            delete: mayManage && !isSelf ? "\(path)/deletion" : nil
        )
    }

    /// `No active sessions`, `2 active`.
    private static func sessionsNote(_ count: Int) -> String {
        count == 0 ? "No active sessions" : "\(CountText.grouped(count)) active"
    }

    private static func verdict(_ summary: UserSummary, _ sessions: [Session], _ clock: PageClock) -> VerdictView {
        let user = summary.user
        let seen = user.lastSeenAt.map { "last active \(clock.inSentence($0))" }
        switch user.state {
        case .disabled: return VerdictView(.rejected, "\(user.title) cannot sign in:", "the account is disabled.")
        case .invited:
            return VerdictView(
                .cancelled,
                "\(user.title) has not accepted the invitation yet.",
                "Invitation links work for seven days."
            )
        case .active where summary.liveSessions == 0:
            return VerdictView(
                .cancelled,
                "\(user.title) is not signed in anywhere,",
                "\(seen ?? "and has never been active")."
            )
        case .active:
            let device = sessions.first.map { " on \($0.device.title)" } ?? ""
            return VerdictView(
                .success,
                "\(user.title) is signed in on \(CountText.of(summary.liveSessions, "device", "devices")),",
                "\(seen ?? "just now")\(device)."
            )
        }
    }

    private static func facts(_ user: User, _ role: Role, _ slug: Tenant.Slug, _ clock: PageClock) -> [FactView] {
        [
            FactView(
                "Email",
                user.email.map { VisibleText.escaped($0.description) + (user.emailVerified ? "" : " (not verified)") }
                    ?? "–"
            ),
            FactView("ID", user.id.description, isCode: true), FactView("Role", VisibleText.escaped(role.title)),
            FactView("Created", at: clock.relative(user.createdAt)),
            FactView("Updated", at: clock.relative(user.updatedAt)),
        ] + (user.lastSeenAt.map { [FactView("Last active", at: clock.relative($0))] } ?? [])
    }
}

extension IdentityRowView {
    init(_ identity: Identity, _ clock: PageClock) {
        self.init(
            provider: identity.provider.words,
            subject: ShortID.of(VisibleText.escaped(identity.subject)),
            created: clock.relative(identity.createdAt),
            lastUsed: identity.lastUsedAt.map(clock.relative)
        )
    }
}

extension UserSessionRowView {
    init(_ session: Session, end: FormView?, isCurrent: Bool, _ clock: PageClock) {
        self.init(
            device: session.device.title,
            detail: [session.device.system, session.kind.words.lowercased()].compactMap(\.self).joined(
                separator: " · "
            ),
            address: VisibleText.escaped(session.address ?? "–"),
            appVersion: VisibleText.escaped(session.device.appVersion ?? "–"),
            lastSeen: clock.relative(session.lastSeenAt),
            state: session.badge(at: clock.now),
            end: end,
            isCurrent: isCurrent
        )
    }
}

extension UserEventRowView {
    init(_ event: StoredEvent, _ slug: Tenant.Slug, _ clock: PageClock) {
        self.init(
            time: clock.relative(event.content.occurredAt),
            title: event.title,
            detail: event.detail,
            href: ConsolePaths.event(event.reference, slug),
            outcome: event.content.outcome.badge
        )
    }
}

extension UserAuditRowView {
    init(
        _ entry: AuditEntry,
        about user: User.ID,
        actor: AuditActor,
        _ context: TenantContext,
        _ clock: PageClock,
        _ texts: Texts
    ) {
        let changes = entry.changes.map { change in
            let sides = [change.before, change.after].map { VisibleText.escaped($0 ?? "–") }
            return
                "\(VisibleText.escaped(change.field)): \(change.before == nil ? sides[1] : sides.joined(separator: " → "))"
        }
        self.init(
            time: clock.relative(entry.at),
            sentence: entry.action.label(texts),
            actor: Self.actor(entry.actor, user, context) ?? actor.phrase(texts),
            change: changes.isEmpty ? nil : changes.joined(separator: ", ")
        )
    }

    private static func actor(
        _ actor: Principal.Kind,
        _ user: User.ID,
        _ context: TenantContext
    ) -> String? {
        if actor == context.access.principal.kind { return "by you" }
        if actor == .user(user) { return "by themselves" }
        return nil
    }
}
