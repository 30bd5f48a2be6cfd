import ConsoleKit
import Domain
import UseCases

extension Confirmation {
    /// The question before an action on a user.
    init(_ action: UserAction, on summary: UserSummary, _ page: TenantPage) {
        let (user, texts, paths) = (summary.user, page.texts, page.paths)
        let isSelf = page.access.principal.isUser(user.id)
        let sessions = summary.liveSessions - (isSelf ? 1 : 0)
        let title = user.title(texts)
        self.init(
            question: action.question(user, isSelf: isSelf, texts),
            sentences: action.effects(sessions: sessions, isSelf: isSelf, texts),
            facts: [
                FactView(texts("users.user"), title, href: paths.user(user.id)),
                user.name != nil && user.email != nil
                    ? FactView(texts("users.email"), user.subtitle)
                    : FactView(texts("users.id"), user.subtitle, isCode: true),
            ],
            action: action.address(of: user.id, paths),
            confirm: action.confirm(isSelf: isSelf, texts),
            cancel: paths.user(user.id),
            isPossible: action.isPossible(user, sessions: sessions),
            breadcrumb: BreadcrumbView(
                links: [
                    LinkView(label: texts("users.title"), href: paths.users),
                    LinkView(label: title, href: paths.user(user.id)),
                ],
                current: texts(action.crumb)
            )
        )
    }
}

extension UserAction {
    fileprivate func address(of user: User.ID, _ paths: TenantPaths) -> String {
        switch self {
        case .disable: paths.userDisabling(user)
        case .delete: paths.userDeletion(user)
        case .endSessions: paths.userSessionsEnding(user)
        }
    }

    fileprivate func isPossible(_ user: User, sessions: Int) -> Bool {
        switch self {
        case .disable: user.state != .disabled
        case .delete: true
        case .endSessions: sessions > 0
        }
    }

    fileprivate func question(_ user: User, isSelf: Bool, _ texts: Texts) -> String {
        let name: [String: TextArgument] = ["name": .text(user.title(texts))]
        return switch self {
        case .disable where user.state == .disabled: texts("users.disable-done", name)
        case .disable: texts("users.disable-question", name)
        case .delete: texts("users.delete-question", name)
        case .endSessions where isSelf: texts("users.end-other-sessions-question")
        case .endSessions: texts("users.end-sessions-question", name)
        }
    }

    fileprivate func effects(sessions: Int, isSelf: Bool, _ texts: Texts) -> [String] {
        /// - Parameters:
        ///   - none: without sessions.
        ///   - some: with plural forms of the number of sessions.
        func effect(_ none: TextKey, _ some: TextKey) -> String {
            sessions > 0 ? texts(some, count: sessions) : texts(none)
        }
        return switch self {
        case .disable:
            [effect("users.disable-effect", "users.disable-effect-sessions"), texts("users.disable-data")]
        case .delete:
            [effect("users.delete-effect", "users.delete-effect-sessions"), texts("users.delete-audit")]
        case .endSessions where isSelf:
            [effect("users.end-other-sessions-none", "users.end-other-sessions-effect")]
        case .endSessions:
            [effect("users.end-sessions-none", "users.end-sessions-effect")]
        }
    }

    fileprivate func confirm(isSelf: Bool, _ texts: Texts) -> String {
        switch self {
        case .disable: texts("users.disable")
        case .delete: texts("users.delete")
        case .endSessions: texts(isSelf ? "users.end-other-sessions" : "users.end-sessions")
        }
    }

    fileprivate var crumb: TextKey {
        switch self {
        case .disable: "users.disable-crumb"
        case .delete: "users.delete-crumb"
        case .endSessions: "users.end-sessions-crumb"
        }
    }
}
