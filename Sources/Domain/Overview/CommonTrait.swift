/// A value that nearly all failed tries of a step have in common, and those that succeed much less often.
public struct CommonTrait: Sendable, Hashable {
    /// Fewer tries on a side can have a value in common by chance.
    public static let fewest = 20

    public let dimension: EventDimension
    public let value: String
    /// Of the failed tries.
    public let failing: Share
    /// Of the tries that succeeded.
    public let succeeding: Share

    public init(dimension: EventDimension, value: String, failing: Share, succeeding: Share) {
        self.dimension = dimension
        self.value = value
        self.failing = failing
        self.succeeding = succeeding
    }

    /// Whether the value covers four of five failed tries, and twice as large a part of them as of the others.
    public var isTelling: Bool {
        guard failing.total >= Self.fewest, succeeding.total >= Self.fewest, let own = failing.value,
            let others = succeeding.value
        else { return false }
        return failing.count * 5 >= failing.total * 4 && own >= 2 * others
    }

    /// Returns the value that tells most: the one that is rarest among the tries that succeeded, of several the one that
    /// most failed tries have, then the first of the list.
    public static func telling(_ candidates: [CommonTrait]) -> CommonTrait? {
        candidates.filter(\.isTelling).reduce(nil) { best, next in
            guard let best else { return next }
            let (left, right) = (next.succeeding.value ?? 0, best.succeeding.value ?? 0)
            return (left, -next.failing.count) < (right, -best.failing.count) ? next : best
        }
    }
}
