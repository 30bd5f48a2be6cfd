import Foundation
import Logging
import Web

/// What the operator sees of the running program.
struct OperationsSettings: Sendable {
    let logLevel: Logger.Level
    /// JSON unless standard error is a terminal.
    let logFormat: LineLogHandler.Format
    /// What `/metrics` asks for as a bearer token; nil leaves `/metrics` to this machine.
    let metricsToken: Secret?

    private static let tokenLengths = 16...200

    init(_ reader: inout SettingsReader) {
        logLevel = reader.choice(.logLevel, default: .info)
        logFormat = reader.choice(.logFormat, default: isatty(STDERR_FILENO) == 1 ? .text : .json)
        let token = reader.text(.metricsToken)
        if let token, !Self.tokenLengths.contains(token.utf8.count) || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            reader.refuse(.metricsToken, "must be 16 to 200 visible ASCII characters")
        }
        metricsToken = token.map(Secret.init)
    }
}

/// A text that does not print.
struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String
    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }

    init(_ text: String) {
        self.text = text
    }
}
