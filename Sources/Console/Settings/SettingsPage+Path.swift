import ConsoleKit
import Domain
import WebCore

extension SettingsPage {
    /// In the row of pages.
    var label: String {
        switch self {
        case .signIn: "Sign-in"
        case .apple: "Apple"
        case .sessions: "Sessions"
        case .texts: "Error messages"
        case .newPeople: "Default metadata"
        }
    }

    var heading: String {
        switch self {
        case .signIn: "Sign-in"
        case .apple: "Sign in with Apple"
        case .sessions: "Session settings"
        case .texts: "Custom error messages"
        case .newPeople: "Default metadata"
        }
    }

    func path(_ tenant: Tenant.Slug) -> String {
        switch self {
        case .signIn: ConsolePaths.settings(tenant)
        case .apple: ConsolePaths.settings(tenant) + "/apple"
        case .sessions: ConsolePaths.settings(tenant) + "/sessions"
        case .texts: ConsolePaths.settings(tenant) + "/texts"
        case .newPeople: ConsolePaths.settings(tenant) + "/new-people"
        }
    }

    func tabs(_ tenant: Tenant.Slug) -> [NavigationLinkView] {
        Self.allCases.map { NavigationLinkView(label: $0.label, href: $0.path(tenant), isCurrent: $0 == self) }
    }
}
