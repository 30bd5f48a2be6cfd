import DequeModule

/// Queues the items of many owners: first in, first out for each owner, and owners take turns.
///
/// Turns go in rounds. An owner has one turn in each, and one that joins has its turn in the round that runs, before the
/// second turn of others. A round has no more turns than owners wait, or eight, so newcomers keep nobody waiting for
/// long. Among owners of the same rank, one with many items makes its own line long, and no other.
///
/// Adding an item and taking the first one with the rank `.min` take constant time on average, however many wait.
package struct FairQueue<Owner: Hashable & Sendable, Item: Sendable>: Sendable {
    private static var shortestRound: Int { 8 }

    private var lines: [Owner: Deque<Item>] = [:]
    /// The owners of waiting items whose turn in this round is still to come.
    private var turns: Deque<Owner> = []
    /// The owners of waiting items that have had their turn.
    private var nextTurns: Deque<Owner> = []
    /// The owners that have had their turn in this round, whether they wait again or not.
    private var served: Set<Owner> = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
    /// The owners of waiting items.
    package var owners: some Collection<Owner> & Sendable { lines.keys }
    /// The item whose turn is next when all owners have the same rank.
    package var first: Item? { (turns.first ?? nextTurns.first).flatMap { lines[$0]?.first } }
    /// The first item of each owner.
    package var firstOfEach: [Item] { lines.values.compactMap(\.first) }

    package func count(of owner: Owner) -> Int { lines[owner]?.count ?? 0 }
    package func last(of owner: Owner) -> Item? { lines[owner]?.last }

    package mutating func append(_ item: Item, of owner: Owner) {
        if lines[owner] == nil {
            if served.contains(owner) { nextTurns.append(owner) } else { turns.append(owner) }
        }
        lines[owner, default: []].append(item)
        count += 1
    }

    /// Takes the first item that fits of the owner with the lowest rank; among equals, of the one whose turn it is.
    /// - Parameters:
    ///   - rank: nil for an owner that has to wait; `.min` for one before which no other goes.
    ///   - fits: whether an item may be taken now.
    package mutating func next(
        _ rank: (Owner) -> Int?,
        fits: (Owner, Item) -> Bool = { _, _ in true }
    ) -> (owner: Owner, item: Item)? {
        var best: (turn: Int, place: Int, rank: Int)?
        for turn in 0..<turns.count + nextTurns.count {
            let owner = turn < turns.count ? turns[turn] : nextTurns[turn - turns.count]
            guard let rank = rank(owner), best.map({ rank < $0.rank }) ?? true,
                let place = lines[owner]?.firstIndex(where: { fits(owner, $0) })
            else { continue }
            best = (turn, place, rank)
            if rank == .min { break }
        }
        guard let best else { return nil }
        if best.turn >= turns.count { startRound() }
        let owner = turns.remove(at: best.turn)
        countTurn(of: owner)
        guard let item = lines[owner]?.remove(at: best.place) else { return nil }
        count -= 1
        if lines[owner]?.isEmpty == true { lines[owner] = nil } else { nextTurns.append(owner) }
        return (owner, item)
    }

    /// Counts a turn of an owner whose item need not wait.
    package mutating func takeTurn(of owner: Owner) {
        countTurn(of: owner)
        guard lines[owner] != nil, let turn = turns.firstIndex(of: owner) else { return }
        turns.remove(at: turn)
        nextTurns.append(owner)
    }

    private mutating func countTurn(of owner: Owner) {
        if served.contains(owner) || served.count >= max(Self.shortestRound, lines.count) { startRound() }
        served.insert(owner)
    }

    private mutating func startRound() {
        turns += nextTurns
        nextTurns = []
        served = []
    }

    /// Takes all matching items out of the queue.
    /// - Returns: in the order of turns, and for each owner in the order in which they were added.
    package mutating func remove(where isWanted: (Item) -> Bool) -> [Item] {
        var removed: [Item] = []
        for owner in turns + nextTurns {
            guard let wanted = lines[owner]?.filter(isWanted), !wanted.isEmpty else { continue }
            lines[owner]?.removeAll(where: isWanted)
            removed += wanted
        }
        count -= removed.count
        if !removed.isEmpty { endEmptyLines() }
        return removed
    }

    /// Takes the first matching item of an owner out of the queue.
    package mutating func removeFirst(of owner: Owner, where isWanted: (Item) -> Bool) -> Item? {
        guard let place = lines[owner]?.firstIndex(where: isWanted) else { return nil }
        return remove(at: place, of: owner)
    }

    /// Takes the newest item of an owner out of the queue.
    package mutating func removeLast(of owner: Owner) -> Item? {
        let count = count(of: owner)
        return count > 0 ? remove(at: count - 1, of: owner) : nil
    }

    private mutating func remove(at place: Int, of owner: Owner) -> Item? {
        let item = lines[owner]?.remove(at: place)
        count -= 1
        if lines[owner]?.isEmpty == true { endEmptyLines() }
        return item
    }

    /// An owner with no more items has no turn.
    private mutating func endEmptyLines() {
        lines = lines.filter { !$0.value.isEmpty }
        turns.removeAll { [lines] in lines[$0] == nil }
        nextTurns.removeAll { [lines] in lines[$0] == nil }
    }
}
