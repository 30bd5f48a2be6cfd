import DequeModule

/// Queues the items of many owners: first in, first out for each owner, and owners take turns.
///
/// Turns go in rounds. An owner has one turn in each, and one that joins has its turn in the round that runs, before the
/// second turn of others. A round has at most as many turns as owners wait, or eight, so new owners delay no other for
/// long. Among owners of the same rank, one with many items makes its own line long, and no other.
///
/// Adding an item and taking the first one with the rank `.min` take constant time on average, however many wait.
///
/// `@inlinable`: the compiler makes fast code of a generic type for another module only when it sees its source.
public struct FairQueue<Owner: Hashable & Sendable, Item: Sendable>: Sendable {
    @usableFromInline static var shortestRound: Int { 8 }

    @usableFromInline var lines: [Owner: Deque<Item>] = [:]
    /// The owners of waiting items whose turn in this round is still to come.
    @usableFromInline var turns: Deque<Owner> = []
    /// The owners of waiting items that have had their turn.
    @usableFromInline var nextTurns: Deque<Owner> = []
    /// The owners that have had their turn in this round, whether they wait again or not.
    @usableFromInline var served: Set<Owner> = []
    @usableFromInline var waiting = 0

    @inlinable public init() {}

    @inlinable public var count: Int { waiting }
    @inlinable public var isEmpty: Bool { waiting == 0 }
    /// The owners of waiting items.
    public var owners: some Collection<Owner> & Sendable { lines.keys }
    /// The item whose turn is next when all owners have the same rank.
    public var first: Item? { (turns.first ?? nextTurns.first).flatMap { lines[$0]?.first } }
    /// The first item of each owner.
    public var firstOfEach: [Item] { lines.values.compactMap(\.first) }

    @inlinable public func count(of owner: Owner) -> Int { lines[owner]?.count ?? 0 }
    public func last(of owner: Owner) -> Item? { lines[owner]?.last }

    @inlinable public mutating func append(_ item: Item, of owner: Owner) {
        waiting += 1
        if lines[owner]?.append(item) != nil { return }
        lines[owner] = [item]
        if served.contains(owner) { nextTurns.append(owner) } else { turns.append(owner) }
    }

    /// Takes the first item that fits of the owner with the lowest rank; among equals, of the one whose turn it is.
    /// - Parameters:
    ///   - rank: nil for an owner that has to wait; `.min` for one before which no other goes.
    ///   - fits: whether an item may be taken now.
    @inlinable public mutating func next(
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
        guard var line = lines.removeValue(forKey: owner) else { return nil }
        let item = line.remove(at: best.place)
        waiting -= 1
        if !line.isEmpty { lines[owner] = line }
        countTurn(of: owner)
        if !line.isEmpty { nextTurns.append(owner) }
        return (owner, item)
    }

    /// Counts a turn of an owner whose item need not wait.
    @inlinable public mutating func takeTurn(of owner: Owner) {
        countTurn(of: owner)
        guard lines[owner] != nil, let turn = turns.firstIndex(of: owner) else { return }
        turns.remove(at: turn)
        nextTurns.append(owner)
    }

    @inlinable mutating func countTurn(of owner: Owner) {
        let isLast = served.count >= max(Self.shortestRound, lines.count)
        guard isLast || !served.insert(owner).inserted else { return }
        startRound()
        served.insert(owner)
    }

    @inlinable mutating func startRound() {
        turns += nextTurns
        nextTurns = []
        served = []
    }

    /// Takes all matching items out of the queue.
    /// - Returns: in the order of turns, and for each owner in the order in which they were added.
    public mutating func remove(where isWanted: (Item) -> Bool) -> [Item] {
        var removed: [Item] = []
        for owner in turns + nextTurns {
            guard let wanted = lines[owner]?.filter(isWanted), !wanted.isEmpty else { continue }
            lines[owner]?.removeAll(where: isWanted)
            if lines[owner]?.isEmpty == true { lines[owner] = nil }
            removed += wanted
        }
        waiting -= removed.count
        if !removed.isEmpty { endTurns() }
        return removed
    }

    /// Takes the first matching item of an owner out of the queue.
    public mutating func removeFirst(of owner: Owner, where isWanted: (Item) -> Bool) -> Item? {
        lines[owner]?.firstIndex(where: isWanted).map { remove(at: $0, of: owner) }
    }

    /// Takes the newest item of an owner out of the queue.
    public mutating func removeLast(of owner: Owner) -> Item? {
        lines[owner].map(\.count).map { remove(at: $0 - 1, of: owner) }
    }

    private mutating func remove(at place: Int, of owner: Owner) -> Item {
        var line = lines.removeValue(forKey: owner) ?? []
        let item = line.remove(at: place)
        waiting -= 1
        if line.isEmpty { endTurns() } else { lines[owner] = line }
        return item
    }

    /// An owner with no more items has no turn.
    private mutating func endTurns() {
        turns.removeAll { [lines] in lines[$0] == nil }
        nextTurns.removeAll { [lines] in lines[$0] == nil }
    }
}
