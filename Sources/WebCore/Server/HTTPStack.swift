import CoreMetrics
import Domain
import Hummingbird

/// Builds the router of all routes. Every response, also for unknown paths and errors, has a request id, a log line,
/// metrics and security headers.
///
/// ```swift
/// let renderers = ErrorRenderers(fallback: pages, under: ["/api/v1": ProblemRenderer()])
/// let stack = HTTPStack(proxies: .none, isSecure: true, renderers: renderers)
/// let router = stack.makeRouter()
/// router.add(middleware: StaticFiles(folder: "Public", logger: logger))
/// OperationsRoutes(…).add(to: Routes(router, list: stack.routes, area: .operations))
/// ```
package struct HTTPStack: Sendable {
    /// The routes that were added through `Routes`.
    package let routes: RouteList

    private let proxies: TrustedProxies
    private let isSecure: Bool
    private let renderers: ErrorRenderers
    private let metrics: any MetricsFactory
    private let systemContext: SystemContext

    /// - Parameters:
    ///   - routes: the list that records added routes.
    ///   - isSecure: whether the public address is https.
    package init(
        routes: RouteList = RouteList(),
        proxies: TrustedProxies = .none,
        isSecure: Bool,
        renderers: ErrorRenderers,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        systemContext: SystemContext = .system
    ) {
        self.routes = routes
        self.proxies = proxies
        self.isSecure = isSecure
        self.renderers = renderers
        self.metrics = metrics
        self.systemContext = systemContext
    }

    /// Creates a router with the middleware of the stack, outermost first.
    package func makeRouter() -> Router<GatehouseContext> {
        let router = Router(context: GatehouseContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            RequestIdentification(proxies: proxies, systemContext: systemContext)
            AccessLog()
            RequestMetrics(factory: metrics)
            SecurityHeaders(isSecure: isSecure)
            ErrorMapping(renderers: renderers, routes: routes)
            PathValidation()
            ExpectContinueMiddleware()
        }
        return router
    }
}
