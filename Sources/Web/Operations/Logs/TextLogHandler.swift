import Domain
import Logging

/// Writes entries for a person at a terminal: `2026-11-21T09:05:00.000Z info Request method=GET route=/`.
public struct TextLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel = Logger.Level.info

    private let label: String
    private let output: LogOutput
    private let now: @Sendable () -> Timestamp

    public init(label: String, output: LogOutput = .standardError, now: @escaping @Sendable () -> Timestamp = Surroundings.system.now) {
        self.label = label
        self.output = output
        self.now = now
    }

    public subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let line = LogLine(event, at: now(), logger: label, metadata: metadata, provider: metadataProvider)
        let fields = line.fields.map { " \(Self.shown($0.name))=\(Self.shown($0.value.description))" }.joined()
        output.write(Array("\(line.time.rfc3339) \(line.level.rawValue) \(VisibleText.escaped(line.message))\(fields)\n".utf8))
    }

    /// In quotes where it would not end by itself.
    private static func shown(_ text: String) -> String {
        let visible = VisibleText.escaped(String(text.prefix(LogLine.maximumLength)))
        guard visible.isEmpty || visible.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return visible }
        return "\"\(visible.replacing("\"", with: "\\\""))\""
    }
}
