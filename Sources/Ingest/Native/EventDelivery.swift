import Domain

/// A delivery of events, decoded: each item is an event, or says what is wrong with it.
public struct EventDelivery: Sendable {
    public enum Item: Sendable, Hashable {
        case event(IncomingEvent)
        case rejected(RejectedItem)
    }

    /// The client's clock when it sent the delivery.
    public let sentAt: Timestamp?
    public let items: [Item]

    public init(sentAt: Timestamp?, items: [Item]) {
        self.sentAt = sentAt
        self.items = items
    }

    public var events: [IncomingEvent] {
        items.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    public var rejected: [RejectedItem] {
        items.compactMap { if case .rejected(let item) = $0 { item } else { nil } }
    }
}

/// Nothing of a delivery can be read.
public struct DeliveryError: Error, Sendable, Hashable {
    /// Stable: `invalid_json`, `missing_field`, `wrong_type`, `too_many`.
    public let code: String
    /// What to mend, with the place.
    public let sentence: String

    public init(code: String, sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
