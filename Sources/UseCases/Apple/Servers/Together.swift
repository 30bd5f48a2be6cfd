/// Runs `work` for all items concurrently; there is no bound, so the caller limits their number.
func together<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    _ work: @escaping @Sendable (Item) async -> Result
) async -> [(Item, Result)] {
    await withTaskGroup(of: (Item, Result).self) { group in
        for item in items { group.addTask { (item, await work(item)) } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
