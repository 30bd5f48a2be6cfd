/// One event of an attempt, as it is stored and read.
public struct Event: Sendable, Hashable {
    public typealias ID = Identifier<Event>

    /// Names one event of a tenant: the table is keyed by time and id, so a link carries both.
    public struct Reference: Sendable, Hashable, LosslessStringConvertible {
        public let occurredAt: Timestamp
        public let id: ID

        public init(occurredAt: Timestamp, id: ID) {
            self.occurredAt = occurredAt
            self.id = id
        }

        /// `<milliseconds>-<uuid>`
        public var description: String { "\(occurredAt.milliseconds)-\(id)" }

        public init?(_ text: String) {
            let parts = text.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds >= 0, let id = ID(String(parts[1]))
            else { return nil }
            self.init(occurredAt: Timestamp(milliseconds: milliseconds), id: id)
        }
    }

    public let content: IncomingEvent
    /// The canonical code of the cause; nil for a success.
    public let code: String?
    public let receivedAt: Timestamp
    /// The correction added to the client's clock to get `content.occurredAt`; zero when its clock was right.
    public let clockCorrection: Duration

    public var reference: Reference { Reference(occurredAt: content.occurredAt, id: content.id) }

    public init(content: IncomingEvent, code: String?, receivedAt: Timestamp, clockCorrection: Duration) {
        self.content = content
        self.code = code
        self.receivedAt = receivedAt
        self.clockCorrection = clockCorrection
    }
}
