import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// What is done to a person only after a question.
enum UserAction: Sendable {
    case disable, delete, endSessions

    /// Below the person's page.
    var path: String {
        switch self {
        case .disable: "disabling"
        case .delete: "deletion"
        case .endSessions: "sessions/ending"
        }
    }

    /// It is hard to undo, so whoever sits there shows who they are.
    var asksProof: Bool { self != .disable }

    func done(isSelf: Bool) -> Flash {
        switch self {
        case .disable: .userDisabled
        case .delete: .userDeleted
        case .endSessions: isSelf ? .otherSessionsEnded : .sessionsEnded
        }
    }

    func question(about summary: UserSummary, _ context: TenantContext) -> Confirmation {
        let slug = context.tenant.slug
        let user = summary.user
        let page = ConsolePaths.user(user.id, slug)
        let isSelf = context.isSelf(user.id)
        let sessions = summary.liveSessions - (isSelf ? 1 : 0)
        return Confirmation(
            question: question(user, isSelf),
            sentences: sentences(sessions, isSelf),
            facts: [
                FactView("User", user.title, href: page),
                user.name != nil && user.email != nil
                    ? FactView("Email", user.subtitle) : FactView("ID", user.subtitle, isCode: true),
            ],
            action: "\(page)/\(path)",
            confirm: confirm(isSelf),
            cancel: page,
            isPossible: isPossible(user, sessions),
            breadcrumb: BreadcrumbView(
                links: [
                    LinkView(label: "Users", href: ConsolePaths.users(slug)), LinkView(label: user.title, href: page),
                ],
                current: crumb
            )
        )
    }

    private func isPossible(_ user: User, _ sessions: Int) -> Bool {
        switch self {
        case .disable: user.state != .disabled
        case .delete: true
        case .endSessions: sessions > 0
        }
    }

    private func question(_ user: User, _ isSelf: Bool) -> String {
        switch self {
        case .disable where user.state == .disabled: "\(user.title) is already disabled"
        case .disable: "Disable \(user.title)?"
        case .delete: "Delete \(user.title)?"
        case .endSessions: isSelf ? "End all your other sessions?" : "End all sessions of \(user.title)?"
        }
    }

    private func sentences(_ count: Int, _ isSelf: Bool) -> [String] {
        let sessions = CountText.of(count, "active session", "active sessions")
        let isIn = count > 0
        return switch self {
        case .disable:
            [
                (isIn ? "This ends their \(sessions) with the next request. " : "")
                    + "They can’t sign in until you enable the account again.", "Their data is kept.",
            ]
        case .delete:
            [
                isIn
                    ? "The account, its sign-in methods and its \(sessions) are deleted. This can’t be undone."
                    : "The account and its sign-in methods are deleted. This can’t be undone.",
                "Audit entries about this account are kept, under its ID.",
            ]
        case .endSessions where !isIn:
            [isSelf ? "You are not signed in anywhere else." : "They are not signed in anywhere."]
        case .endSessions where isSelf:
            [
                "This ends \(sessions) with the next request, in the app and in the console. Your current session stays."
            ]
        case .endSessions:
            [
                "This ends their \(sessions) with the next request, in the app and in the console. They can sign in again."
            ]
        }
    }

    private func confirm(_ isSelf: Bool) -> String {
        switch self {
        case .disable: "Disable account"
        case .delete: "Delete account"
        case .endSessions: isSelf ? "End all other sessions" : "End all sessions"
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
