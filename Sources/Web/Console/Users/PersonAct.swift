import Domain
import Hummingbird
import UseCases

/// What is done to a person only after a question.
enum PersonAct: CaseIterable, Sendable {
    case disable, delete, endSessions

    /// Below the person's page.
    var path: String {
        switch self {
        case .disable: "disabling"
        case .delete: "deletion"
        case .endSessions: "sessions/ending"
        }
    }

    var needs: PermissionName {
        switch self {
        case .disable, .delete: .manageUsers
        case .endSessions: .revokeSessions
        }
    }

    var done: Flash {
        switch self {
        case .disable: .userDisabled
        case .delete: .userDeleted
        case .endSessions: .sessionsEnded
        }
    }

    /// - Throws: `.denied(.missingPermission)`
    func check(_ context: TenantContext) throws(DomainError) {
        switch self {
        case .disable, .delete: _ = try context.grant(ManageUsers.self)
        case .endSessions: _ = try context.grant(RevokeSessions.self)
        }
    }

    func question(about summary: UserSummary, _ context: TenantContext) -> Confirmation {
        let slug = context.tenant.slug
        let user = summary.user
        let page = ConsolePaths.user(user.id, slug)
        let sessions = CountText.of(summary.liveSessions, "live session", "live sessions")
        return Confirmation(
            question: question(user, sessions), sentences: sentences(user, sessions),
            facts: [FactView("Person", user.title, href: page), FactView("Known as", user.subtitle)], action: "\(page)/\(path)",
            confirm: confirm, cancel: page, isPossible: self == .disable ? user.state != .disabled : true,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "Users", href: ConsolePaths.users(slug)), LinkView(label: user.title, href: page)],
                current: crumb))
    }

    private func question(_ user: User, _ sessions: String) -> String {
        switch self {
        case .disable where user.state == .disabled: "\(user.title) is disabled already"
        case .disable: "Disable \(user.title)?"
        case .delete: "Delete \(user.title)?"
        case .endSessions: "End all sessions of \(user.title)?"
        }
    }

    private func sentences(_ user: User, _ sessions: String) -> [String] {
        switch self {
        case .disable:
            ["Their \(sessions) end with the next request, and they cannot sign in until you enable them again.", "Their data stays."]
        case .delete:
            [
                "The account goes, with its ways to sign in and its \(sessions). This cannot be taken back.",
                "What was done to and by this account stays in the audit, under its id.",
            ]
        case .endSessions:
            ["Their \(sessions) end with the next request, in the app and in the console. They can sign in again."]
        }
    }

    private var confirm: String {
        switch self {
        case .disable: "Disable the account"
        case .delete: "Delete the account"
        case .endSessions: "End all sessions"
        }
    }

    private var crumb: String {
        switch self {
        case .disable: "Disable"
        case .delete: "Delete"
        case .endSessions: "End sessions"
        }
    }
}
