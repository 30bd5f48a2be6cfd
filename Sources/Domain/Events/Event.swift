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

/// The outcome of one item of a delivery. Every item has exactly one, and each is counted.
public enum ItemOutcome: String, Sendable, CaseIterable {
    /// The item is on disk now.
    case stored
    /// The item was on disk before; for the client it counts as stored.
    case duplicate
    /// The item is not a valid event; the response names the wrong field.
    case invalid
    /// The item is over a limit of the tenant, the key or the address.
    case throttled
}

/// One item of a delivery that is not a valid event, and the correction it needs.
public struct RejectedItem: Sendable, Hashable {
    /// The item's index in the delivery, from 0.
    public let index: Int
    /// The client's id of the item, when it could be read.
    public let id: String?
    /// Stable: `invalid_json`, `missing_field`, `wrong_type`, `too_large`, `too_many`, `bad_value`.
    public let code: String
    public let message: String

    public init(index: Int, id: String?, code: String, message: String) {
        self.index = index
        self.id = id
        self.code = code
        self.message = message
    }
}
