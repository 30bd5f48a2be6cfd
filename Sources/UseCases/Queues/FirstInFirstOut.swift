/// A queue whose operations take constant time on average, however many items wait.
struct FirstInFirstOut<Item: Sendable>: Sendable {
    private var arriving: [Item] = []
    /// The items to leave next, in reverse order.
    private var leaving: [Item] = []

    var count: Int { arriving.count + leaving.count }
    var isEmpty: Bool { arriving.isEmpty && leaving.isEmpty }
    var first: Item? { leaving.last ?? arriving.first }

    mutating func append(_ item: Item) { arriving.append(item) }

    mutating func popFirst() -> Item? {
        if leaving.isEmpty {
            leaving = arriving.reversed()
            arriving.removeAll(keepingCapacity: true)
        }
        return leaving.popLast()
    }

    /// Takes the first item that matches out of the queue. The others are looked at one by one.
    mutating func removeFirst(where isWanted: (Item) -> Bool) -> Item? {
        if let place = leaving.lastIndex(where: isWanted) { return leaving.remove(at: place) }
        guard let place = arriving.firstIndex(where: isWanted) else { return nil }
        return arriving.remove(at: place)
    }
}
