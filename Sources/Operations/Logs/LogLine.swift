import Domain
import Logging

/// The content of a log line, in any format.
struct LogLine {
    /// The limit of one value, in characters; logs name things and contain no documents.
    static let maximumLength = 4096

    /// Truncates to the maximum number of characters and bytes: one character can have any number of combining marks.
    static func cut(_ text: String) -> String {
        String(text.beginning(ofBytes: maximumLength * 4).prefix(maximumLength))
    }

    static let maximumElements = 64
    static let maximumDepth = 8

    let time: Timestamp
    let level: Logger.Level
    let logger: String
    let message: String
    /// Sorted by name.
    let fields: [(name: String, value: Logger.MetadataValue)]

    init(
        _ event: LogEvent,
        at time: Timestamp,
        logger: String,
        metadata: Logger.Metadata,
        provider: Logger.MetadataProvider?
    ) {
        var fields = metadata
        if let provided = provider?.get() { fields.merge(provided) { $1 } }
        if let own = event.metadata { fields.merge(own) { $1 } }
        // The error's text may contain client input, so only its type is logged.
        if let error = event.error { fields["error_type"] = "\(type(of: error))" }
        self.time = time
        level = event.level
        self.logger = logger
        message = Self.cut(event.message.description)
        self.fields = fields.sorted { $0.key < $1.key }.prefix(Self.maximumElements).map { ($0.key, $0.value) }
    }
}

extension LogLine {
    /// The line for a terminal: `2026-11-21T09:05:00.000Z info Request method=GET route=/`.
    var text: [UInt8] {
        let fields = fields.map { " \(Self.shown($0.name))=\(Self.shown($0.value.description))" }.joined()
        return Array("\(time.rfc3339) \(level.rawValue) \(VisibleText.escaped(message))\(fields)\n".utf8)
    }

    /// Quotes a text whose end would otherwise be ambiguous.
    private static func shown(_ text: String) -> String {
        let visible = VisibleText.escaped(cut(text))
        guard visible.isEmpty || visible.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else {
            return visible
        }
        return "\"\(visible.replacing("\"", with: "\\\""))\""
    }
}
