import AppAPI
import Console
import UseCases
import WebCore

extension AppleRoutes {
    /// Creates the routes with a completion for each purpose of a flow.
    init(services: Services, root: RootKey, address: PublicAddress) {
        let betterAuth = BetterAuthAppleCompletion(root: root, address: address)
        self.init(
            services: services,
            address: address,
            completions: [
                .app: betterAuth,
                .link: betterAuth,
                .tokens: GoTrueAppleCompletion(services: services),
                .console: ConsoleAppleCompletion(services: services, address: address),
            ]
        )
    }
}
