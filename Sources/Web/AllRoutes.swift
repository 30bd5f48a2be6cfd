import Domain
import Hummingbird
import UseCases

/// Adds every route of Gatehouse, for the server and for the access matrix. A new area is added here.
///
/// ```swift
/// let areas = AllRoutes(services: services, root: root, console: console, readiness: readiness, metrics: metrics)
/// let router = HTTPStack(routes: routes, isSecure: true, renderers: areas.renderers).makeRouter()
/// areas.add(to: router)
/// ```
public struct AllRoutes: Sendable {
    private let console: Console
    private let operations: OperationsRoutes
    private let betterAuth: BetterAuthRoutes
    private let account: AccountRoutes
    private let tokens: TokenRoutes
    private let goTrue: GoTrueRoutes
    private let apple: AppleRoutes
    private let ingest: IngestRoutes
    private let management: ManagementAPI

    /// - Parameters:
    ///   - proxies: the proxies whose `X-Forwarded-Host` is trusted.
    ///   - metricsToken: the bearer token of `/metrics`.
    ///   - isOneOfMany: whether other nodes may serve the same installation.
    public init(
        services: Services,
        root: RootKey,
        console: Console,
        proxies: TrustedProxies = .none,
        readiness: Readiness,
        metrics: PrometheusMetrics,
        metricsToken: String? = nil,
        isOneOfMany: Bool = false,
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now
    ) {
        self.console = console
        operations = OperationsRoutes(readiness: readiness, metrics: metrics, metricsToken: metricsToken)
        betterAuth = BetterAuthRoutes(services: services, root: root, console: console.settings, proxies: proxies)
        account = AccountRoutes(services: services, proxies: proxies)
        tokens = TokenRoutes(services: services, proxies: proxies)
        goTrue = GoTrueRoutes(services: services, isSecure: console.settings.isSecure, proxies: proxies)
        apple = AppleRoutes(services: services, root: root, console: console.settings)
        ingest = IngestRoutes(services: services, sharesLimits: isOneOfMany, now: now)
        management = ManagementAPI(services: services, console: console.settings, now: now)
    }

    /// Adds the routes to the router, and to the list that the console was made with.
    public func add(to router: some RouterMethods<GatehouseContext>) {
        let list = console.routes
        let watching = Routes(router, list: list, area: .operations)
        ConsoleRoutes(console: console).add(to: router)
        operations.add(to: watching)
        OpenAPIRoutes(list: list, console: console.settings).add(to: watching)
        betterAuth.add(to: router, list: list)
        account.add(to: Routes(router, list: list, area: .account))
        tokens.add(to: Routes(router, list: list, area: .tokens))
        goTrue.add(to: router, list: list)
        apple.add(to: Routes(router, list: list, area: .apple))
        ingest.add(to: router, list: list)
        management.add(to: Routes(router, list: list, area: .management))
    }

    /// Programs get problem documents, users get pages.
    public var renderers: ErrorRenderers {
        let problems = ProblemRenderer()
        return ErrorRenderers(
            fallback: ConsoleErrorRenderer(console: console),
            under: [
                "/api": problems, "/api/auth": BetterAuthRenderer(), "/auth/v1": GoTrueRenderer(), "/ingest": problems,
                "/v1": problems,
                "/openapi.json": problems, "/t/*/oauth": OAuthRenderer(), "/t/*/.well-known": OAuthRenderer(),
                "/t/*/apple": problems,
                "/.well-known": OAuthRenderer(), "/healthz": problems, "/readyz": problems, "/metrics": problems,
            ]
        )
    }
}
