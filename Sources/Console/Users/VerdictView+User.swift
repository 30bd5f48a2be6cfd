import ConsoleKit
import Domain
import UseCases

extension VerdictView {
    /// Whether a user can sign in, and where they are signed in.
    /// - Parameter latest: their most recently active session; nil when there is none or the viewer may not see it.
    init(_ summary: UserSummary, latest: Session?, _ page: TenantPage) {
        let (user, texts) = (summary.user, page.texts)
        let name: [String: TextArgument] = ["name": .text(user.title(texts))]
        switch user.state {
        case .disabled:
            self.init(.rejected, texts("users.verdict-disabled", name), texts("users.verdict-disabled-reason"))
        case .invited:
            self.init(.cancelled, texts("users.verdict-invited", name), texts("users.verdict-invited-hint"))
        case .active where summary.liveSessions == 0:
            let never = texts("users.verdict-away-never")
            self.init(.cancelled, texts("users.verdict-away", name), Self.lastActive(user, nil, page) ?? never)
        case .active:
            let device = latest?.device.title(texts)
            self.init(
                .success,
                texts("users.verdict-signed-in", count: summary.liveSessions, name),
                Self.lastActive(user, device, page) ?? Self.activeNow(device, texts)
            )
        }
    }

    /// `last active 2 min ago on iPhone.`; nil when the time is unknown.
    private static func lastActive(_ user: User, _ device: String?, _ page: TenantPage) -> String? {
        guard let seen = user.lastSeenAt else { return nil }
        let time = TextArgument.text(page.clock.inSentence(seen))
        guard let device else { return page.texts("users.verdict-active", ["time": time]) }
        return page.texts("users.verdict-active-on", ["time": time, "device": .text(device)])
    }

    private static func activeNow(_ device: String?, _ texts: Texts) -> String {
        guard let device else { return texts("users.verdict-active-now") }
        return texts("users.verdict-active-now-on", ["device": .text(device)])
    }
}
