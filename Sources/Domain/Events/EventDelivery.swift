/// A decoded delivery of events: each item is an event or an error.
public struct EventDelivery: Sendable {
    public enum Item: Sendable, Hashable {
        case event(DecodedEvent)
        case rejected(RejectedItem)
    }

    /// The time of the client's clock when it sent the delivery.
    public let sentAt: Timestamp?
    public let items: [Item]
    /// Items that are counted and not stored, and what the client reports to have lost.
    public let counted: [ItemCount]

    public init(sentAt: Timestamp?, items: [Item], counted: [ItemCount] = []) {
        self.sentAt = sentAt
        self.items = items
        self.counted = counted
    }

    public var events: [DecodedEvent] {
        items.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    public var rejected: [RejectedItem] {
        items.compactMap { if case .rejected(let item) = $0 { item } else { nil } }
    }
}
