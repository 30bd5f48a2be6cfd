import Domain
import Logging

/// What a line of the log says, whatever its format.
struct LogLine {
    /// Of one value, in characters; logs name things and hold no documents.
    static let maximumLength = 4096

    /// The first characters, and no more bytes than so many of them take: one character has no end of marks upon it.
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
        // Its text may hold what a client sent.
        if let error = event.error { fields["error_type"] = "\(type(of: error))" }
        self.time = time
        level = event.level
        self.logger = logger
        message = Self.cut(event.message.description)
        self.fields = fields.sorted { $0.key < $1.key }.prefix(Self.maximumElements).map { ($0.key, $0.value) }
    }
}
