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
