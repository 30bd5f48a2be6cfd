import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import Web

/// What faces the network: the routes of all parts on one floor, and the server around them.
struct Front: Sendable {
    let baseURL: BaseURL
    let application: Application<RouterResponder<GatehouseContext>>
    let readiness: Readiness
    /// What is served, in the order in which it was added.
    let routes: RouteList

    init(_ installation: Installation, settings: Settings, address: ListenAddress, logger: Logger) throws {
        let baseURL = settings.server.baseURL(port: address.port)
        self.baseURL = baseURL
        let proxies = settings.server.trustedProxies
        routes = RouteList()
        let consoleSettings = ConsoleSettings(origin: baseURL.description)
        let console = try Console(
            services: installation.services, folder: settings.storage.assets.path, root: installation.root, settings: consoleSettings,
            routes: routes)
        let limits = settings.server.connectionLimits
        let connections = ConnectionCounts(limits: limits, proxies: proxies)
        let metrics = PrometheusMetrics()
        metrics.observeProcess(startedAt: Surroundings.system.now())
        Measurements(installation: installation, connections: connections).add(to: metrics)
        readiness = Health.readiness(of: installation)
        let floor = HTTPFloor(
            routes: routes, proxies: proxies, isSecure: baseURL.isSecure, renderers: Self.renderers(console), metrics: metrics)
        let router = floor.makeRouter()
        router.add(
            middleware: FileMiddleware(
                settings.storage.assets.appending(path: "Public").path,
                cacheControl: .init([(MediaType(type: .any), [.public, .maxAge(600)])])))
        ConsoleRoutes(console: console).add(to: router)
        let operations = Routes(router, list: floor.routes, area: .operations)
        OperationsRoutes(readiness: readiness, metrics: metrics, metricsToken: settings.operations.metricsToken?.text).add(to: operations)
        BetterAuthRoutes(services: installation.services, root: installation.root, isSecure: baseURL.isSecure, proxies: proxies)
            .add(to: router, list: floor.routes)
        IngestRoutes(services: installation.services).add(to: router, list: floor.routes)
        ManagementAPI(services: installation.services, console: consoleSettings)
            .add(to: Routes(router, list: floor.routes, area: .management))
        OpenAPIRoutes(list: floor.routes, console: consoleSettings).add(to: operations)
        let folder = installation.folder
        application = Application(
            router: router,
            server: .guarded(limits: limits, counts: connections),
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port), serverName: nil),
            onServerRunning: { _ in Self.announce(address, baseURL: baseURL, folder: folder) },
            logger: logger)
    }

    /// Programs get problem documents, people get pages.
    private static func renderers(_ console: Console) -> ErrorRenderers {
        let problems = ProblemRenderer()
        return ErrorRenderers(
            fallback: ConsoleErrorRenderer(console: console),
            under: [
                "/api": problems, "/api/auth": BetterAuthRenderer(), "/ingest": problems, "/v1": problems, "/openapi.json": problems,
                "/healthz": problems,
                "/readyz": problems,
                "/metrics": problems,
            ])
    }

    /// People read the line, programs the file.
    private static func announce(_ address: ListenAddress, baseURL: BaseURL, folder: DataFolder) {
        try? DurableFile.write(Data("http://\(address)\n".utf8), to: folder.address)
        Terminal.write("listening on http://\(address)")
    }
}
