import Logging
import Web

/// What the operator sees of the running program.
enum Observation {
    static func logger(_ settings: OperationsSettings) -> Logger {
        var logger = Logger(label: "gatehouse") { LineLogHandler(label: $0, format: settings.logFormat) }
        logger.logLevel = settings.logLevel
        return logger
    }
}
