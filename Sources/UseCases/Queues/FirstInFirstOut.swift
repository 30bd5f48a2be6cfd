/// A queue whose operations take constant time on average, however many items wait.
struct FirstInFirstOut<Item: Sendable>: Sendable {
    private var incoming: [Item] = []
    /// The items to leave next, in reverse order.
    private var outgoing: [Item] = []

    var count: Int { incoming.count + outgoing.count }
    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }
    var first: Item? { outgoing.last ?? incoming.first }

    mutating func append(_ item: Item) { incoming.append(item) }

    mutating func popFirst() -> Item? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming.removeAll(keepingCapacity: true)
        }
        return outgoing.popLast()
    }

    /// Takes the first item that matches out of the queue. The others are looked at one by one.
    mutating func removeFirst(where isWanted: (Item) -> Bool) -> Item? {
        if let place = outgoing.lastIndex(where: isWanted) { return outgoing.remove(at: place) }
        guard let place = incoming.firstIndex(where: isWanted) else { return nil }
        return incoming.remove(at: place)
    }
}
