import Logging
import Operations

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
