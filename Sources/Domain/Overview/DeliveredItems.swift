/// What became of the items that apps sent.
public struct DeliveredItems: Sendable, Hashable {
    public let received: Int
    /// Over a limit, or not valid: nothing of these is stored.
    public let refused: Int

    public init(received: Int, refused: Int) {
        self.received = received
        self.refused = refused
    }
}
