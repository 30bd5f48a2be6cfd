/// The outcome of one item of a delivery. Every item that arrived has exactly one, and each is counted.
public enum ItemOutcome: String, Sendable, CaseIterable {
    /// The item is on disk now.
    case stored
    /// The item was on disk before; for the client it counts as stored.
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
