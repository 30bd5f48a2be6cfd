/// Items of many owners that wait to be worked on: first in, first out for each owner, and owners take turns.
///
/// An owner gets one more place, or one more lane to be worked on, only while it has less than a share of those that
/// are free. So whoever sends much, or whose items take long, keeps to a part of it, and there is room for the next
/// owner (dynamic thresholds; Choudhury and Hahne, 1998). Nothing here takes longer when more items wait.
struct FairQueue<Owner: Hashable & Sendable, Item: Sendable>: Sendable {
    private struct Line: Sendable {
        var items = FirstInFirstOut<Item>()
        /// Places: of items that wait, that are worked on, and that are put aside to be appended once more.
        var held = 0
        var running = 0
    }

    let places: Int
    let lanes: Int
    /// An owner has at most a `1/(placeShare + 1)` of all places when it is alone, and less when others have some.
    let placeShare: Int
    private var lines: [Owner: Line] = [:]
    /// Owners of items that wait, each once.
    private var turns = FirstInFirstOut<Owner>()
    /// Places that are taken.
    private(set) var held = 0
    /// Lanes that are taken.
    private(set) var running = 0

    init(places: Int, lanes: Int, placeShare: Int) {
        self.places = places
        self.lanes = lanes
        self.placeShare = placeShare
    }

    /// Takes a place for an item, or as many as it needs.
    /// - Parameter spare: places that stay free for other owners.
    /// - Returns: false when the owner has its share, or there is no place.
    mutating func hold(_ count: Int = 1, for owner: Owner, sparing spare: Int = 0) -> Bool {
        // What holds for the last of the places holds for all of them.
        guard ((lines[owner]?.held ?? 0) + count - 1) * placeShare < places - spare - held - (count - 1) else {
            return false
        }
        take(count, for: owner)
        return true
    }

    /// Takes places whether or not there are any.
    mutating func take(_ count: Int, for owner: Owner) {
        lines[owner, default: Line()].held += count
        held += count
    }

    /// Puts an item, for which a place is held, at the end of its owner's line.
    mutating func append(_ item: Item, of owner: Owner) {
        let isFirst = lines[owner]?.items.isEmpty ?? true
        lines[owner, default: Line()].items.append(item)
        if isFirst { turns.append(owner) }
    }

    /// What is next when every owner may have a lane.
    var first: Item? { turns.first.flatMap { lines[$0]?.items.first } }

    /// Takes the next item and a lane for it; nil when none waits that may have a lane now.
    mutating func next() -> Item? {
        // Who has a lane already may be passed over; who has none gets the lane that is free. So there are few steps.
        for _ in 0..<turns.count {
            guard running < lanes, let owner = turns.popFirst() else { return nil }
            guard (lines[owner]?.running ?? 0) < lanes - running, let item = lines[owner]?.items.popFirst() else {
                turns.append(owner)
                continue
            }
            lines[owner]?.running += 1
            running += 1
            if lines[owner]?.items.isEmpty == false { turns.append(owner) }
            return item
        }
        return nil
    }

    /// Gives a lane back. The place of the item is held on.
    mutating func leaveLane(of owner: Owner) {
        lines[owner]?.running -= 1
        running -= 1
    }

    /// Gives places back, of an item that is neither in a line nor in a lane.
    mutating func release(_ owner: Owner, _ count: Int = 1) {
        lines[owner]?.held -= count
        held -= count
        if lines[owner]?.held == 0 { lines[owner] = nil }
    }

    /// Takes all items that wait in a line, whoever's they are; their places are held on.
    mutating func removeAll() -> [Item] {
        var all: [Item] = []
        while let owner = turns.popFirst() {
            while let item = lines[owner]?.items.popFirst() { all.append(item) }
        }
        return all
    }
}

/// A queue whose operations take as long, on average, however many items wait.
struct FirstInFirstOut<Item: Sendable>: Sendable {
    private var arriving: [Item] = []
    /// The first one last.
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
}
