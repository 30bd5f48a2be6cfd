import Domain

/// What a live tail sends at one time.
public struct TailBatch: Sendable {
    /// Why events were left out.
    public enum Loss: String, Sendable, CaseIterable {
        /// The reader took events more slowly than they came.
        case slow = "too_slow"
        /// More events matched than one tail may send.
        case rate = "rate_limit"
        /// The tail was interrupted for too long.
        case gap
    }

    public struct Dropped: Sendable, Hashable {
        public let loss: Loss
        /// Nil when the number is not known.
        public let count: Int?

        public init(_ loss: Loss, _ count: Int?) {
            self.loss = loss
            self.count = count
        }
    }

    /// The oldest commit first.
    public var events: [StoredEvent] = []
    public var dropped: [Dropped] = []

    public init() {}

    public var isEmpty: Bool { events.isEmpty && dropped.isEmpty }
}
