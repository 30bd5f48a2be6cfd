import ConsoleKit
import Hummingbird
import WebCore

/// Every page and every form of the console.
package struct ConsoleRoutes {
    let console: Console

    package init(console: Console) { self.console = console }

    /// Adds them to the list that the console was made with, too.
    package func add(to router: some RouterMethods<GatehouseContext>) {
        let console = console
        let routes = Routes(router, list: console.routes, area: .console)
        AssetRoutes(assets: console.assets).add(to: routes)
        SignInRoutes(console: console).add(to: routes)
        SecondFactorRoutes(console: console).add(to: routes)
        TenantRoutes(console: console).add(to: routes)
        HelpRoutes(console: console).add(to: routes)

        let tenant = routes.group("t/{tenant}", authentication: .consoleSession) { request, outer in
            try await console.admitToTenant(request, outer)
        }
        StartRoutes(console: console).add(to: tenant)
        OverviewRoutes(console: console).add(to: tenant)
        MemberRoutes(console: console).add(to: tenant)
        RoleRoutes(console: console).add(to: tenant)
        AuditRoutes(console: console).add(to: tenant)
        KeyRoutes(console: console).add(to: tenant)
        SigningKeyRoutes(console: console).add(to: tenant)
        SettingsRoutes(console: console).add(to: tenant)
        FindRoutes(console: console).add(to: tenant)
        UserRoutes(console: console).add(to: tenant)
        SessionRoutes(console: console).add(to: tenant)
        EventRoutes(console: console).add(to: tenant)
        EventLiveRoutes(console: console).add(to: tenant)
        EventDeletionRoutes(console: console).add(to: tenant)
        SavedViewRoutes(console: console).add(to: tenant)
        AttemptRoutes(console: console).add(to: tenant)
        FailureRoutes(console: console).add(to: tenant)
        CauseNoteRoutes(console: console).add(to: tenant)
        ReleaseRoutes(console: console).add(to: tenant)
        ChangeRoutes(console: console).add(to: tenant)
        ErrorCodeRoutes(console: console).add(to: tenant)
    }
}

extension ConsoleFeature {
    /// The frame of every page, and every feature in the order of the navigation.
    package static let all: [ConsoleFeature] = [
        .shell,
        .signIn,
        .secondFactor,
        .start,
        .find,
        .tenants,
        .overview,
        .events,
        .views,
        .failures,
        .attempts,
        .releases,
        .changes,
        .codes,
        .users,
        .sessions,
        .members,
        .roles,
        .audit,
        .keys,
        .settings,
        .help,
    ]
}
