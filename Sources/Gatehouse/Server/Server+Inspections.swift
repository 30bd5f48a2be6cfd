import Database
import Logging
import ServiceLifecycle
import UseCases

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
