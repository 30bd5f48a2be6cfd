/// A number of items with the same outcome that have no event of their own.
public struct ItemCount: Sendable, Hashable {
    public let outcome: ItemOutcome
    public let category: ItemCategory
    /// Why, from a closed set for each format: `unsupported`, `queue_overflow`; empty when the outcome says it all.
    public let reason: String
    public let count: Int

    public init(_ outcome: ItemOutcome, _ category: ItemCategory, reason: String = "", count: Int) {
        self.outcome = outcome
        self.category = category
        self.reason = reason
        self.count = count
    }
}

/// What kind of telemetry an item is. Limits and outcomes are counted for each.
public enum ItemCategory: String, Sendable, CaseIterable, Hashable {
    /// An event of an attempt, or an error.
    case event
    case log
    /// An update of a run of the app, which other products call a session.
    case run
    case span
    /// Every other kind: attachments, profiles, replays, unknown ones.
    case other
}

/// The outcome of one item of a delivery. Every item that arrived has exactly one, and each is counted.
public enum ItemOutcome: String, Sendable, CaseIterable {
    /// The item is on disk now.
    case stored
    /// The item was stored or counted before; for the client it counts as stored.
    case duplicate
    /// The item is of a kind that is not stored: an attachment, a replay, a span without sign-in.
    case filtered
    /// The item was left out by sampling; its count is kept.
    case sampled
    /// The item is over a limit of the tenant, the key or the address.
    case limited
    /// The item is not valid; the response names the wrong field where the format allows it.
    case invalid
    /// The client discarded the item and reported that; it never arrived.
    case lost

    /// Whether an item with this outcome arrived.
    public var isReceived: Bool { self != .lost }
}
