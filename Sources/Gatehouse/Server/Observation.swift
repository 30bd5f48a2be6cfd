import Logging

/// What the operator sees of the running program.
enum Observation {
    static func logger(_ settings: OperationsSettings) -> Logger {
        var logger = Logger(label: "gatehouse") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        return logger
    }
}
