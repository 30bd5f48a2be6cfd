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
}

extension TenantPaths {
    func settings(_ page: SettingsPage) -> String {
        page == .signIn ? settings : "\(settings)/\(page.rawValue)"
    }

    /// Where the language of texts is changed.
    var settingsLanguage: String { "\(settings)/language" }
}
