import ConsoleKit
import Domain

extension SettingsPage {
    /// In the row of pages.
    func label(_ texts: Texts) -> String { texts(TextKey("settings.page.\(rawValue).label")) }

    func heading(_ texts: Texts) -> String { texts(TextKey("settings.page.\(rawValue).heading")) }

    func tabs(_ page: TenantPage) -> [NavigationLinkView] {
        Self.allCases.map {
            NavigationLinkView(label: $0.label(page.texts), href: page.paths.settings($0), isCurrent: $0 == self)
        }
    }

    /// Returns one sentence or two that say what the settings mean; empty where the page has others.
    func finding(_ settings: TenantSettings, _ texts: Texts) -> String {
        switch self {
        case .signIn: Self.signIn(settings, texts)
        case .sessions: Self.sessions(settings, texts)
        case .apple, .texts, .newUsers: ""
        case .events: Self.events(settings, texts)
        }
    }

    private static func signIn(_ settings: TenantSettings, _ texts: Texts) -> String {
        let methods = TenantSettings.Method.allCases.filter(settings.methods.contains)
            .map { texts(TextKey("settings.finding.method.\($0.rawValue)")) }
        let first =
            methods.isEmpty
            ? texts("settings.finding.no-method")
            : texts("settings.finding.methods", ["methods": .text(texts.list(methods))])
        return "\(first) \(texts(TextKey("settings.finding.sign-up.\(settings.signUp.rawValue)")))"
    }

    private static func events(_ settings: TenantSettings, _ texts: Texts) -> String {
        let days = settings.eventRetentionDays
        let age =
            days > 0 ? texts("settings.finding.event-days", count: days) : texts("settings.finding.event-days-none")
        let hasLimit = settings.eventStorageBytes > 0
        return "\(age) \(texts(hasLimit ? "settings.finding.event-size" : "settings.finding.event-size-none"))"
    }

    private static func sessions(_ settings: TenantSettings, _ texts: Texts) -> String {
        let (idle, absolute) = (settings.sessions.idle, settings.sessions.absolute)
        let lifetimes = texts(
            "settings.finding.lifetimes",
            ["idle": .text(TypedSpan.words(idle, texts)), "absolute": .text(TypedSpan.words(absolute, texts))]
        )
        return "\(lifetimes) \(texts("settings.finding.session-limit", count: settings.sessionsPerUser))"
    }
}

extension TenantPaths {
    func settings(_ page: SettingsPage) -> String {
        page == .signIn ? settings : settingsPage(page.rawValue)
    }
}
