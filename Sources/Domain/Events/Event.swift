/// The names of an event of an attempt, in every state: `DecodedEvent`, `ScrubbedEvent`, `ClassifiedEvent`, `StoredEvent`.
public enum Event {
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
}
