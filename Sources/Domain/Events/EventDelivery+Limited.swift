extension EventDelivery {
    /// Counts every item of the delivery with one outcome; what the client lost stays lost.
    public func counted(as outcome: ItemOutcome, reason: String) -> [ItemCount] {
        var sums: [ItemCategory: Int] = [:]
        for item in items {
            switch item {
            case .event(let event): sums[event.category, default: 0] += 1
            case .rejected(let item): sums[item.category, default: 0] += 1
            }
        }
        if !runs.isEmpty { sums[.run, default: 0] += runs.count }
        for items in counted where items.outcome.isReceived { sums[items.category, default: 0] += items.count }
        return ItemCategory.allCases.compactMap { category in
            sums[category].map { ItemCount(outcome, category, reason: reason, count: $0) }
        } + counted.filter { !$0.outcome.isReceived }
    }
}
