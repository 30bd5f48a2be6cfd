import Logging
import Web

/// What the operator sees of the running program.
enum Observation {
    static func logger(_ settings: OperationsSettings) -> Logger {
        var logger = Logger(label: "gatehouse") { label in
            switch settings.logFormat {
            case .json: return JSONLogHandler(label: label) as any LogHandler
            case .text: return TextLogHandler(label: label)
            }
        }
        logger.logLevel = settings.logLevel
        return logger
    }
}
