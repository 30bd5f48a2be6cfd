/// Queues the items of many owners: first in, first out for each owner, and owners take turns.
///
/// Grants an owner one more place, or one more lane to be worked on, only while it has less than a share of those that
/// are free. So an owner that sends much, or whose items take long, is kept to a part, and there is room for the next
/// owner (dynamic thresholds; Choudhury and Hahne, 1998). No operation takes longer when more items wait, except the
/// removal of one.
struct FairQueue<Owner: Hashable & Sendable, Item: Sendable>: Sendable {
    private struct Line: Sendable {
        var items = FirstInFirstOut<Item>()
        /// The number of places: of items that wait, that are worked on, and that are put aside to be appended once
        /// more.
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

    /// Takes as many places as an item needs.
    /// - Parameter spare: places that stay free for other owners.
    /// - Returns: false when the owner has its share, or there is no place.
    mutating func hold(_ count: Int = 1, for owner: Owner, sparing spare: Int = 0) -> Bool {
        // A check of the last place holds for all of them.
        guard ((lines[owner]?.held ?? 0) + count - 1) * placeShare < places - spare - held - (count - 1) else {
            return false
        }
        take(count, for: owner)
        return true
    }

    /// The part of its share of the places that an owner holds: 1 or more when it gets no other.
    func pressure(of owner: Owner, sparing spare: Int = 0) -> Double {
        Double((lines[owner]?.held ?? 0) * placeShare) / Double(max(1, places - spare - held))
    }

    /// Takes places even when none is free.
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

    /// The next item when every owner may have a lane.
    var first: Item? { turns.first.flatMap { lines[$0]?.items.first } }

    /// Takes the next item that may have a lane, and the lane; nil when there is none.
    mutating func next() -> Item? {
        // An owner that has a lane may be passed over; one without gets the free lane. So there are few steps.
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

    /// Frees a lane. The place of the item stays held.
    mutating func leaveLane(of owner: Owner) {
        lines[owner]?.running -= 1
        running -= 1
    }

    /// Frees places, of an item that is neither in a line nor in a lane.
    mutating func release(_ owner: Owner, _ count: Int = 1) {
        lines[owner]?.held -= count
        held -= count
        if lines[owner]?.held == 0 { lines[owner] = nil }
    }

    /// Takes the first matching item out of the line of its owner; its place stays held.
    mutating func removeFirst(of owner: Owner, where isWanted: (Item) -> Bool) -> Item? {
        guard let item = lines[owner]?.items.removeFirst(where: isWanted) else { return nil }
        if lines[owner]?.items.isEmpty == true { _ = turns.removeFirst { $0 == owner } }
        return item
    }

    /// Takes all waiting items of all owners; their places stay held.
    mutating func removeAll() -> [Item] {
        var all: [Item] = []
        while let owner = turns.popFirst() {
            while let item = lines[owner]?.items.popFirst() { all.append(item) }
        }
        return all
    }
}
