import Domain
import Logging

/// Writes each entry as one line.
package struct LineLogHandler: LogHandler {
    /// The format of a line.
    package enum Format: String, CaseIterable, Sendable {
        /// One JSON object, for programs.
        case json
        /// Text for a terminal.
        case text
    }

    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel = Logger.Level.info

    private let label: String
    private let format: Format
    private let output: LogOutput
    private let now: @Sendable () -> Timestamp

    package init(
        label: String,
        format: Format,
        output: LogOutput = .standardError,
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now
    ) {
        self.label = label
        self.format = format
        self.output = output
        self.now = now
    }

    package subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let line = LogLine(event, at: now(), logger: label, metadata: metadata, provider: metadataProvider)
        switch format {
        case .json: output.write(line.json)
        case .text: output.write(line.text)
        }
    }
}
