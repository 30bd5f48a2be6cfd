import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints to which apps deliver telemetry, one `IngestRoute` for each wire format.
package struct IngestRoutes: Sendable {
    private let native: IngestRoute<NativeFormat>
    private let logs: IngestRoute<OTLPLogsFormat>
    private let traces: IngestRoute<OTLPTracesFormat>
    private let sentry: IngestRoute<SentryFormat>

    /// - Parameters:
    ///   - tasks: cancels the deliveries whose client has gone.
    ///   - sharesLimits: whether other nodes accept events too and share the limits.
    package init(
        services: Services,
        tasks: ConnectionTasks,
        limits: IngestLimits = IngestLimits(),
        sharesLimits: Bool = false,
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now
    ) {
        let limiter: any IngestLimiting =
            sharesLimits
            ? SharedIngestLimiter(limits: limits, shared: services.limiter, now: now)
            : IngestLimiter(limits: limits, now: now)
        func route<Format: IngestFormat>() -> IngestRoute<Format> {
            IngestRoute(
                authenticator: services.authenticator,
                intake: services.intake,
                limiter: limiter,
                tasks: tasks,
                now: now
            )
        }
        native = route()
        logs = route()
        traces = route()
        sentry = route()
    }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let routes = Routes(router, list: list, area: .ingest)
        let open = routes.with(AnyOrigin())
        native.add(to: open)
        logs.add(to: open)
        traces.add(to: open)
        sentry.add(to: routes.with(AnyOrigin(exposing: SentryFormat.exposedHeaders)))
    }
}
