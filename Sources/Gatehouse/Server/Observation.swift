import Logging
import Web

/// What the operator sees of the running program.
enum Observation {
    /// - Parameter namesNode: says in each line which node writes it: where there can be others.
    static func logger(_ settings: OperationsSettings, namesNode: Bool) -> Logger {
        var logger = Logger(label: "gatehouse") { LineLogHandler(label: $0, format: settings.logFormat) }
        logger.logLevel = settings.logLevel
        if namesNode || settings.isNodeNamed { logger[metadataKey: "node"] = "\(settings.node)" }
        return logger
    }
}
