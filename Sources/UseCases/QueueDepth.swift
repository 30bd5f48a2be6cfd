/// How full a queue is at one moment.
public struct QueueDepth: Sendable, Hashable {
    public let waiting: Int
    /// With more, the next one is refused.
    public let limit: Int

    public init(waiting: Int, limit: Int) {
        self.waiting = waiting
        self.limit = limit
    }
}
