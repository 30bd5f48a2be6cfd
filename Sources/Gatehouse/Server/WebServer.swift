import Console
import ConsoleKit
import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import Operations
import UseCases
import Web
import WebCore

/// Builds the HTTP server: the routes of all parts on one `HTTPStack`, and the server around them.
struct WebServer: Sendable {
    let application: Application<TaskPerRequest<RouterResponder<GatehouseContext>>>
    let readiness: Readiness
    /// The routes, in the order in which they were added.
    let routes: RouteList
    /// The memory of requests that are not answered yet.
    let bodies: BodyBudget
    let connections: ConnectionCounts

    /// - Parameter onRunning: is called when the server accepts connections.
    init(
        _ installation: Installation,
        settings: Settings,
        address: ListenAddress,
        logger: Logger,
        onRunning: @escaping @Sendable () -> Void = {}
    ) throws {
        routes = RouteList()
        let (proxies, limits) = (settings.server.trustedProxies, settings.server.connectionLimits)
        connections = ConnectionCounts(limits: limits, proxies: proxies)
        bodies = BodyBudget(proxies: proxies, routes: routes)
        let tasks = ConnectionTasks()
        readiness = Health.readiness(of: installation)
        let console = try Console(
            services: installation.services,
            folder: settings.storage.assets.path,
            features: ConsoleFeature.all,
            routes: routes
        )
        let metrics = Self.metrics(of: installation, connections, bodies, node: settings.operations.node)
        let areas = AllRoutes(
            services: installation.services,
            console: console,
            proxies: proxies,
            readiness: readiness,
            metrics: metrics,
            metricsToken: settings.operations.metricsToken?.text,
            tasks: tasks
        )
        let stack = HTTPStack(
            routes: routes,
            proxies: proxies,
            isSecure: installation.services.address.isSecure,
            renderers: areas.renderers,
            metrics: metrics
        )
        let router = stack.makeRouter()
        router.add(middleware: Self.files(settings, logger: logger))
        areas.add(to: router)
        let folder = installation.folder
        application = Application(
            responder: TaskPerRequest(base: router.buildResponder()),
            server: .guarded(limits: limits, counts: connections, bodies: bodies, tasks: tasks),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                serverName: nil
            ),
            onServerRunning: { _ in
                // For programs.
                try? DurableFile.write(Data("http://\(address)\n".utf8), to: folder.address)
                onRunning()
            },
            logger: logger
        )
    }

    private static func metrics(
        of installation: Installation,
        _ connections: ConnectionCounts,
        _ bodies: BodyBudget,
        node: String
    ) -> PrometheusMetrics {
        let metrics = PrometheusMetrics()
        metrics.observeProcess(startedAt: SystemContext.system.now())
        InstallationMetrics(installation: installation, connections: connections, bodies: bodies, node: node)
            .add(to: metrics)
        return metrics
    }

    private static func files(_ settings: Settings, logger: Logger) -> StaticFiles {
        var logger = logger
        // The server's own messages at start add nothing to ours.
        logger.logLevel = max(logger.logLevel, .warning)
        return StaticFiles(folder: settings.storage.assets.appending(path: "Public").path, logger: logger)
    }
}
