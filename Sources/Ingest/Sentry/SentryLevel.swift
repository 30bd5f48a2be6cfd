import Domain
import StrictJSON

/// The levels of events and logs.
enum SentryLevel {
    /// Returns the outcome of a record that does not say its own.
    static func outcome(_ level: String) -> Outcome {
        switch ByteText(level.lowercasedASCII()) {
        case "fatal", "error": .failed
        case "warning", "warn": .degraded
        default: .info
        }
    }
}
