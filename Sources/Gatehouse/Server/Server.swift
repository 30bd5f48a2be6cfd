import Database
import Domain
import Foundation
import Hummingbird
import Logging
import Operations
import ServiceLifecycle
import Stores
import UseCases
import WebCore

/// Runs the server: one object graph, built from the data folder upwards, and one group of services.
enum Server {
    /// The time in which a stopping server finishes running requests and jobs; then they are cancelled.
    private static let shutdownLimit = Duration.seconds(15)
    /// The time from the cancellation until the process ends in any case. Together with closing, less than 20 s.
    private static let cancellationLimit = Duration.seconds(2)

    /// Serves until a signal stops it.
    /// - Parameters:
    ///   - onRunning: is called when the server accepts connections, and says so to the operator.
    ///   - client: a service that calls this one, which stops first.
    static func run(
        _ settings: Settings,
        onRunning: @escaping @Sendable (ListenAddress) -> Void = { Terminal.write("listening on http://\($0)") },
        with client: (any Service)? = nil
    ) async throws(CommandFailure) {
        MemoryTrimming.prepare()
        let logger = Observation.logger(settings.operations, namesNode: settings.storage.server != nil)
        for warning in settings.warnings { logger.warning("\(warning)") }
        FileDescriptors.prepare(for: settings.server.connections, logger: logger)
        var reserved: PortReservation?
        let installation = try await Installation.open(settings, for: .init(mayCreate: true), logger: logger) {
            let port = try PortReservation(settings.server.listen)
            reserved = port
            return settings.server.address(port: port.address.port)
        }
        do {
            guard let port = reserved else { preconditionFailure("an installation is opened without its address") }
            let address = port.address
            let front = try WebServer(installation, settings: settings, address: address, logger: logger) {
                onRunning(address)
            }
            installation.storage.listen()
            try await installation.services.maintenance.prepare()
            try await announce(installation)
            let telemetry = monitor(of: installation, settings.storage, logger)
            await telemetry.turn()
            await front.readiness.probe()
            let parts = Parts(installation: installation, front: front, telemetry: telemetry, storage: settings.storage)
            let group = group(of: services(of: parts, logger) + (client.map { [$0] } ?? []), logger)
            try await StopSignals(readiness: front.readiness, drain: settings.server.drain, logger: logger).run(group)
            withExtendedLifetime(port) {}
        } catch {
            try? await installation.close()
            throw CommandFailure(error)
        }
        try await end(installation, logger)
    }

    private static func monitor(
        of installation: Installation,
        _ storage: StorageSettings,
        _ logger: Logger
    ) -> TelemetryMonitor {
        TelemetryMonitor(
            installation,
            minimumFree: storage.minimumFree,
            maximumBytes: storage.maximumEventBytes,
            logger: logger
        )
    }

    /// The parts of a server that its services use.
    private struct Parts {
        let installation: Installation
        let front: WebServer
        let telemetry: TelemetryMonitor
        let storage: StorageSettings
    }

    /// The services in the order in which they start. They stop in reverse order, each after the previous one has
    /// ended.
    private static func services(of parts: Parts, _ logger: Logger) -> [any Service] {
        let (services, front) = (parts.installation.services, parts.front)
        return recordingJobs(of: parts, logger) + [MailService(mail: services.mail, logger: logger)]
            + serverJobs(of: parts, logger) + maintenanceJobs(of: parts.installation, logger)
            + inspectionJobs(of: parts.installation, logger)
            + [
                ControlServer(
                    folder: parts.installation.folder,
                    administration: Administration(services: services, storage: parts.storage),
                    logger: logger
                ),
                front.application,
                // Stops before the server waits for its responses.
                StreamEnding(tails: services.eventTails),
            ]
    }

    /// Jobs that write what was gathered.
    private static func recordingJobs(of parts: Parts, _ logger: Logger) -> [any Service] {
        let (installation, telemetry) = (parts.installation, parts.telemetry)
        let services = installation.services
        let time = ClockMonitor(
            clock: installation.clock,
            floor: ClockFloor(control: installation.storage.control),
            logger: logger
        )
        return [
            PeriodicService(name: "clock", interval: .seconds(10), logger: logger) { try await time.keep() },
            PeriodicService(name: "activity", interval: .seconds(5), logger: logger) {
                try await services.activity.flush()
            },
            PeriodicService(name: "attempts", interval: .milliseconds(500), logger: logger) {
                try await services.attempts.flush()
            },
            PeriodicService(name: "guesses", interval: .milliseconds(500), logger: logger) {
                try await services.guessAlarm.flush()
            },
            PeriodicService(name: "failed-deliveries", interval: .milliseconds(500), logger: logger) {
                try await services.intake.storeFailures()
            },
            PeriodicService(name: "audit-outbox", interval: .seconds(5), logger: logger) {
                try await services.auditOutbox.deliverAll()
            },
            PeriodicService(name: "denials", interval: .seconds(10), logger: logger) {
                try await services.denials.flush()
            },
            PeriodicService(name: "telemetry", interval: TelemetryMonitor.interval, logger: logger) {
                await telemetry.turn()
            },
            PeriodicService(name: "event-size", interval: .seconds(2), logger: logger) {
                try await telemetry.shrink(services.eventSizeLimit)
            },
        ]
    }

    /// Jobs that observe the server itself.
    private static func serverJobs(of parts: Parts, _ logger: Logger) -> [any Service] {
        let (services, front) = (parts.installation.services, parts.front)
        let (decoding, bodies, connections) = (services.intake.decoding, front.bodies, front.connections)
        let memory = MemoryTrimming(
            peak: { decoding.takePeak() + bodies.takePeak() },
            inFlight: { decoding.bytesInFlight + bodies.held(in: .small) + bodies.held(in: .bulk) },
            connections: { (connections.takePeak(), connections.open) }
        )
        return [
            PeriodicService(name: "readiness", interval: Health.interval, logger: logger) {
                await front.readiness.probe()
            },
            PeriodicService(name: "memory", interval: MemoryTrimming.interval, logger: logger) { memory.turn() },
        ]
    }

    /// Jobs that one node runs at a time, and the anchors of the audit.
    private static func maintenanceJobs(of installation: Installation, _ logger: Logger) -> [any Service] {
        let services = installation.services
        return [
            PeriodicService(name: "upkeep", interval: .seconds(60), logger: logger) {
                let isHere = try await installation.storage.control.alone("upkeep") {
                    try await services.maintenance.turn()
                    try await installation.storage.forgetMarks()
                }
                logger.debug("Job", metadata: ["job": "upkeep", "ran": "\(isHere)"])
            },
            PeriodicService(name: "apple", interval: .seconds(60), logger: logger) {
                let isHere = try await installation.storage.control.alone("apple") {
                    try await services.appleMaintenance.turn()
                }
                logger.debug("Job", metadata: ["job": "apple", "ran": "\(isHere)"])
            },
            // Each node checks for itself, and remembers it.
            PeriodicService(name: "audit", interval: .seconds(60), logger: logger) {
                for tenant in try await services.auditVerification.turn() {
                    logger.error("An audit chain is broken: run gatehouse doctor", metadata: ["tenant": "\(tenant)"])
                }
            },
            PeriodicService(name: "anchors", interval: .seconds(60), logger: logger) {
                try await installation.anchors(logger).write()
            },
        ]
    }

    private static func group(of services: [any Service], _ logger: Logger) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(services: services.map { .init(named: $0) }, logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdownLimit
        configuration.maximumCancellationDuration = cancellationLimit
        return ServiceGroup(configuration: configuration)
    }

    private static func end(_ installation: Installation, _ logger: Logger) async throws(CommandFailure) {
        try? FileManager.default.removeItem(at: installation.folder.address)
        do {
            // On a full disk these writes fail and the last saved state remains; the databases are closed in any case.
            do {
                try await installation.anchors(logger).write()
                try await ClockFloor(control: installation.storage.control).raise(to: installation.clock.floor)
            } catch {
                logger.error(
                    "The anchors of the audit could not be written at the end",
                    metadata: ["reason": "\(error)"]
                )
            }
            try await installation.close()
        } catch { throw CommandFailure(error) }
        logger.notice("Stopped")
    }

    /// Issues a new link at each start until there is an operator; the previous link becomes invalid.
    private static func announce(_ installation: Installation) async throws {
        guard let link = try await installation.services.onboarding.newSetupLink() else { return }
        Terminal.write(
            """

            This installation has no operator yet. Open this link within a day to become the first:

                \(installation.services.address)/setup/\(link.text)

            """
        )
    }
}

extension Server {
    /// Jobs that look for what only the server sees in the events of all tenants. One node runs each at a time.
    static func inspectionJobs(of installation: Installation, _ logger: Logger) -> [any Service] {
        let (services, control) = (installation.services, installation.storage.control)
        return [
            PeriodicService(name: "attempts", interval: .seconds(60), logger: logger) {
                let isHere = try await control.alone("attempts") { try await services.attemptInspection.turn() }
                logger.debug("Job", metadata: ["job": "attempts", "ran": "\(isHere)"])
            },
            PeriodicService(name: "logout-storms", interval: .seconds(60), logger: logger) {
                let isHere = try await control.alone("logout-storms") {
                    try await services.logoutStormInspection.turn()
                }
                logger.debug("Job", metadata: ["job": "logout-storms", "ran": "\(isHere)"])
            },
            PeriodicService(name: "rates", interval: .seconds(300), logger: logger) {
                let isHere = try await control.alone("rates") { try await services.rateInspection.turn() }
                logger.debug("Job", metadata: ["job": "rates", "ran": "\(isHere)"])
            },
        ]
    }
}

/// Builds the logger of the running program.
enum Observation {
    /// - Parameter namesNode: adds the name of the node to each line, for installations with several nodes.
    static func logger(_ settings: OperationsSettings, namesNode: Bool) -> Logger {
        var logger = Logger(label: "gatehouse") { LineLogHandler(label: $0, format: settings.logFormat) }
        logger.logLevel = settings.logLevel
        if namesNode || settings.isNodeNamed { logger[metadataKey: "node"] = "\(settings.node)" }
        return logger
    }
}

/// Ends the live tails of events when the server stops, so that the web server need not wait for them.
struct StreamEnding: Service {
    let tails: EventTails

    func run() async throws {
        try? await gracefulShutdown()
        tails.stop()
    }
}

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// Names the service for logs. The standard name is its description, which prints all that it holds: secrets too.
    init(named service: any Service) {
        let name = (service as? PeriodicService)?.name ?? String(describing: type(of: service))
        self.init(service: service, serviceName: name)
    }
}
