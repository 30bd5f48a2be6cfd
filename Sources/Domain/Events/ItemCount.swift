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
