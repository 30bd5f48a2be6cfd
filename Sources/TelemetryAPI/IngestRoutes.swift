import Hummingbird
import UseCases
import WebCore

/// The endpoints to which apps deliver telemetry, one `IngestRoute` for each wire format.
package struct IngestRoutes: Sendable {
    private let intake: EventIntake
    private let tasks: ConnectionTasks

    /// - Parameter tasks: cancels the deliveries whose client has gone.
    package init(intake: EventIntake, tasks: ConnectionTasks) {
        self.intake = intake
        self.tasks = tasks
    }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let routes = Routes(router, list: list, area: .ingest)
        let open = routes.with(AnyOrigin())
        IngestRoute<NativeFormat>(intake: intake, tasks: tasks).add(to: open)
        IngestRoute<OTLPLogsFormat>(intake: intake, tasks: tasks).add(to: open)
        IngestRoute<OTLPTracesFormat>(intake: intake, tasks: tasks).add(to: open)
        IngestRoute<SentryFormat>(intake: intake, tasks: tasks)
            .add(to: routes.with(AnyOrigin(exposing: SentryFormat.exposedHeaders)))
    }
}
