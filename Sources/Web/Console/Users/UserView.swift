/// One person: what is so, in a sentence; then everything that can be known and done.
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
    /// Nil for who has not signed in with Apple.
    let apple: AppleLinkView?
    /// The visitor may see them.
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

/// One sentence that says how things stand.
struct VerdictView: Sendable {
    let tone: String
    let strong: String
    let rest: String

    init(_ tone: BadgeView.Tone, _ strong: String, _ rest: String) {
        self.tone = tone.rawValue
        self.strong = strong
        self.rest = rest
    }
}

struct IdentityRowView: Sendable {
    let provider: String
    let subject: String
    let created: TimeView
    let lastUsed: TimeView?
}

struct UserSessionRowView: Sendable {
    let device: String
    let detail: String
    let address: String
    let appVersion: String
    let lastSeen: TimeView
    let state: BadgeView
    /// Ends it at once; nil for one that has ended, and for who may not end it.
    let end: FormView?
    let isCurrent: Bool
}

struct UserEventRowView: Sendable {
    let time: TimeView
    let title: String
    let detail: String
    let href: String
    let outcome: BadgeView
}

struct UserAuditRowView: Sendable {
    let time: TimeView
    let sentence: String
    let actor: String
    let change: String?
}

struct RoleChoiceView: Sendable {
    let form: FormView
    let role: SelectView
}
