import CoreMetrics
import Domain
import Hummingbird

/// What all routes stand on: a router whose every answer, also to unknown paths and after any error, has an id, a line
/// in the log, a place in the metrics and safe headers.
///
/// ```swift
/// let floor = HTTPStack(proxies: .none, isSecure: true, renderers: ErrorRenderers(fallback: pages, under: ["/api/v1": ProblemRenderer()]))
/// let router = floor.makeRouter()
/// router.add(middleware: StaticFiles(folder: "Public", logger: logger))
/// OperationsRoutes(…).add(to: Routes(router, list: floor.routes, area: .operations))
/// ```
public struct HTTPStack: Sendable {
    /// Everything that was added through `Routes`.
    public let routes: RouteList

    private let proxies: TrustedProxies
    private let isSecure: Bool
    private let renderers: ErrorRenderers
    private let metrics: any MetricsFactory
    private let systemContext: SystemContext

    /// - Parameters:
    ///   - routes: the list to add to.
    ///   - isSecure: the public address is https.
    public init(
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

    /// A router with the floor's middleware, outermost first.
    public func makeRouter() -> Router<GatehouseContext> {
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
