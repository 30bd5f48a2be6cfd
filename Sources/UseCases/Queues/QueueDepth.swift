/// The current fill level of a queue.
public struct QueueDepth: Sendable, Hashable {
    public let waiting: Int
    /// The number of items above which further ones are rejected.
    public let limit: Int
}
