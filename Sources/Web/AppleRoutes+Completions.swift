import AppAPI
import Console
import UseCases
import WebCore

extension AppleRoutes {
    /// Creates the routes with a completion for each purpose of a flow.
    init(services: Services) {
        let betterAuth = BetterAuthAppleCompletion(services: services)
        self.init(
            services: services,
            completions: [
                .app: betterAuth,
                .link: betterAuth,
                .tokens: GoTrueAppleCompletion(services: services),
                .console: ConsoleAppleCompletion(services: services),
            ]
        )
    }
}
