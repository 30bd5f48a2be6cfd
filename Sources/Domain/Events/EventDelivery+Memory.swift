extension EventDelivery {
    private static let rejectedBytes = 256
    private static let runBytes = 512

    /// An estimate of its memory in bytes.
    public var memoryBytes: Int {
        items.reduce(Self.runBytes * runs.count) { sum, item in
            switch item {
            case .event(let event): sum + event.content.memoryBytes
            case .rejected: sum + Self.rejectedBytes
            }
        }
    }
}
