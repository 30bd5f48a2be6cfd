/// A decoded delivery of events: each item is an event or an error.
public struct EventDelivery: Sendable {
    public enum Item: Sendable, Hashable {
        case event(DecodedEvent)
        case rejected(RejectedItem)
    }

    /// The time of the client's clock when it sent the delivery.
    public let sentAt: Timestamp?
    public let items: [Item]
    /// The number of parts that were read, whatever became of them (`EventLimits.examinedItems`): what the delivery took of
    /// a processor.
    public let examined: Int
    /// Items that are counted and not stored, and what the client reports to have lost.
    public let counted: [ItemCount]
    /// Updates of runs of the app.
    public let runs: [AppRunUpdate]
    /// The id by which the client calls the delivery, in a format where the answer repeats it.
    public let id: Event.ID?
    /// An estimate of its memory in bytes.
    public let memoryBytes: Int

    private static let rejectedBytes = 256
    private static let runBytes = 512

    public init(
        sentAt: Timestamp?,
        items: [Item],
        examined: Int,
        counted: [ItemCount] = [],
        runs: [AppRunUpdate] = [],
        id: Event.ID? = nil
    ) {
        self.sentAt = sentAt
        self.items = items
        self.examined = examined
        self.counted = counted
        self.runs = runs
        self.id = id
        memoryBytes = items.reduce(Self.runBytes * runs.count) { sum, item in
            switch item {
            case .event(let event): sum + event.content.memoryBytes
            case .rejected: sum + Self.rejectedBytes
            }
        }
    }

    /// The number of items by which a delivery is charged: all that was read, a tenth of what the client claims without
    /// sending it, which are lost items and sums of runs, and a hundredth of what was counted without being read.
    public var chargedItems: Int {
        let received = counted.reduce(items.count + runs.count) { $0 + ($1.outcome.isReceived ? $1.count : 0) }
        let lost = counted.reduce(0) { $0 + ($1.outcome.isReceived ? 0 : $1.count) }
        let sums = runs.reduce(0) { sum, run in if case .counts(let counts) = run { sum + counts.total } else { sum } }
        return max(examined, items.count + runs.count) + (lost + sums) / 10 + max(0, received - examined) / 100
    }

    public var events: [DecodedEvent] { items.compactMap { if case .event(let event) = $0 { event } else { nil } } }

    /// Returns the event of the delivery that has this id, if the id was derived from its content.
    public func event(withDerivedID id: Event.ID) -> DecodedEvent? {
        for case .event(let event) in items where event.hasDerivedID && event.content.id == id { return event }
        return nil
    }

    public var rejected: [RejectedItem] { items.compactMap { if case .rejected(let item) = $0 { item } else { nil } } }
}

extension EventDelivery {
    /// Counts every item of the delivery with one outcome; what the client lost stays lost.
    public func counted(as outcome: ItemOutcome, reason: String) -> [ItemCount] {
        var sums: [ItemCategory: Int] = [:]
        for item in items {
            switch item {
            case .event(let event): sums[event.category, default: 0] += 1
            case .rejected(let item): sums[item.category, default: 0] += 1
            }
        }
        if !runs.isEmpty { sums[.run, default: 0] += runs.count }
        for items in counted where items.outcome.isReceived { sums[items.category, default: 0] += items.count }
        return ItemCategory.allCases.compactMap { category in
            sums[category].map { ItemCount(outcome, category, reason: reason, count: $0) }
        } + counted.filter { !$0.outcome.isReceived }
    }
}

/// One item of a delivery that is not a valid event, and the correction it needs.
public struct RejectedItem: Sendable, Hashable {
    private static let maximumMessageBytes = 512

    /// The item's index in the delivery, from 0.
    public let index: Int
    /// The client's id of the item, when it could be read.
    public let id: String?
    /// Stable: `invalid_json`, `missing_field`, `wrong_type`, `too_large`, `too_many`, `bad_value`.
    public let code: String
    /// At most 512 bytes: it may name a path of members.
    public let message: String
    public let category: ItemCategory

    public init(index: Int, id: String?, code: String, message: String, category: ItemCategory = .event) {
        self.index = index
        self.id = id
        self.code = code
        self.message = message.beginning(ofBytes: Self.maximumMessageBytes)
        self.category = category
    }
}
