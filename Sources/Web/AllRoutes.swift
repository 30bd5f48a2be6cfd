import AppAPI
import Console
import ConsoleKit
import Hummingbird
import ManagementAPI
import Operations
import TelemetryAPI
import UseCases
import WebCore

/// Adds every route of Gatehouse, for the server and for the access matrix. A new area is added here.
///
/// ```swift
/// let areas = AllRoutes(services: services, …, tasks: tasks)
/// let router = HTTPStack(routes: routes, isSecure: true, renderers: areas.renderers).makeRouter()
/// areas.add(to: router)
/// ```
package struct AllRoutes: Sendable {
    private let console: Console
    private let operations: OperationsRoutes
    private let betterAuth: BetterAuthRoutes
    private let account: AccountRoutes
    private let tokens: TokenRoutes
    private let goTrue: GoTrueRoutes
    private let apple: AppleRoutes
    private let ingest: IngestRoutes
    private let management: ManagementAPI
    private let codes: CodeEndpoints

    /// - Parameters:
    ///   - proxies: the proxies whose `X-Forwarded-Host` is trusted.
    ///   - metricsToken: the bearer token of `/metrics`; nil answers only clients on this machine.
    ///   - tasks: the tasks that serve the connections.
    package init(
        services: Services,
        console: Console,
        proxies: TrustedProxies,
        readiness: Readiness,
        metrics: PrometheusMetrics,
        metricsToken: String?,
        tasks: ConnectionTasks
    ) {
        self.console = console
        operations = OperationsRoutes(readiness: readiness, metrics: metrics, metricsToken: metricsToken)
        betterAuth = BetterAuthRoutes(services: services, proxies: proxies)
        account = AccountRoutes(services: services, proxies: proxies)
        tokens = TokenRoutes(services: services, proxies: proxies)
        goTrue = GoTrueRoutes(services: services, proxies: proxies)
        apple = AppleRoutes(services: services)
        ingest = IngestRoutes(intake: services.intake, tasks: tasks)
        management = ManagementAPI(services: services, tasks: tasks)
        codes = CodeEndpoints(texts: services.texts)
    }

    /// Adds the routes to the router, and to the list that the console was made with.
    package func add(to router: some RouterMethods<GatehouseContext>) {
        let list = console.routes
        let watching = Routes(router, list: list, area: .operations)
        ConsoleRoutes(console: console).add(to: router)
        LinkRoutes(console: console).add(to: Routes(router, list: list, area: .console))
        operations.add(to: watching)
        codes.add(to: watching)
        OpenAPIRoutes(list: list, description: .all(at: console.address)).add(to: watching)
        betterAuth.add(to: router, list: list)
        account.add(to: Routes(router, list: list, area: .account))
        tokens.add(to: Routes(router, list: list, area: .tokens))
        goTrue.add(to: router, list: list)
        apple.add(to: Routes(router, list: list, area: .apple))
        ingest.add(to: router, list: list)
        management.add(to: Routes(router, list: list, area: .management))
    }

    /// Programs get problem documents, users get pages.
    package var renderers: ErrorRenderers {
        let problems = ProblemRenderer()
        return ErrorRenderers(
            fallback: ConsoleErrorRenderer(console: console),
            under: [
                "/api": problems, "/api/auth": BetterAuthRenderer(), "/auth/v1": GoTrueRenderer(), "/ingest": problems,
                "/v1": problems, "/v1/logs": OTLPRenderer(), "/v1/traces": OTLPRenderer(),
                "/api/*/otlp": OTLPRenderer(),
                "/api/*/envelope": SentryRenderer(), "/api/*/store": SentryRenderer(),
                "/openapi.json": problems, "/t/*/oauth": OAuthRenderer(), "/t/*/.well-known": OAuthRenderer(),
                "/t/*/apple": problems,
                "/.well-known": OAuthRenderer(), "/healthz": problems, "/readyz": problems, "/metrics": problems,
            ]
        )
    }
}
