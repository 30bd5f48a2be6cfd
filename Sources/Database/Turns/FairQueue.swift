/// Queues waiters for a thread or a connection, in one line for each turn: a tenant that sends much makes its own line
/// long, and no other.
///
/// Each line is first in, first out.
struct FairQueue<Element> {
    struct Limits: Sendable {
        /// The number of all waiters: far more than a server of this size admits.
        var waiting = 10_000
        /// The number of one tenant's waiters; the installation may use all that is left.
        var waitingOfTenant = 1000
        /// The number of waiting lists of one tenant, or of the installation.
        var waitingLists = 100
    }

    fileprivate struct Line {
        var incoming: [Element] = []
        /// The elements to leave next, the first at the end.
        var outgoing: [Element] = []

        var count: Int { incoming.count + outgoing.count }
        var first: Element? { outgoing.last ?? incoming.first }

        mutating func next() -> Element? {
            if outgoing.isEmpty { (outgoing, incoming) = (incoming.reversed(), []) }
            return outgoing.popLast()
        }

        /// Removes matching elements, in the order in which they were added.
        mutating func remove(_ isWanted: (Element) -> Bool) -> [Element] {
            let all = Array(outgoing.reversed()) + incoming
            let removed = all.filter(isWanted)
            if !removed.isEmpty { (outgoing, incoming) = (all.filter { !isWanted($0) }.reversed(), []) }
            return removed
        }
    }

    private let limits: Limits
    private var lines: [Turn: Line] = [:]
    /// The turns that have a line, the one that has waited longest first.
    private var order: [Turn] = []
    private(set) var count = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var isEmpty: Bool { count == 0 }
    /// The first element of each line.
    var first: [Element] { order.compactMap { lines[$0]?.first } }

    /// - Returns: whether the queue had room.
    mutating func append(_ element: Element, for turn: Turn) -> Bool {
        let waiting = lines[turn]?.count ?? 0
        guard count < limits.waiting, turn.kind != .list || waiting < limits.waitingLists else { return false }
        guard turn.tenant == nil || waiting < limits.waitingOfTenant else { return false }
        if waiting == 0 { order.append(turn) }
        lines[turn, default: Line()].incoming.append(element)
        count += 1
        return true
    }

    /// Takes the first element of a line.
    /// - Parameter rank: the lowest goes first, and among equals the turn that has waited longest; a turn with nil has
    ///   to wait.
    mutating func next(_ rank: (Turn) -> Int?) -> (turn: Turn, element: Element)? {
        var best: (place: Int, rank: Int)?
        for (place, turn) in order.enumerated() {
            guard let rank = rank(turn), rank < best?.rank ?? .max else { continue }
            best = (place, rank)
        }
        guard let best else { return nil }
        let turn = order.remove(at: best.place)
        guard let element = lines[turn]?.next() else { return nil }
        if lines[turn]?.count == 0 { lines[turn] = nil } else { order.append(turn) }
        count -= 1
        return (turn, element)
    }

    /// - Returns: the removed elements.
    mutating func remove(_ isWanted: (Element) -> Bool) -> [Element] {
        var removed: [Element] = []
        for turn in order {
            removed += lines[turn]?.remove(isWanted) ?? []
            if lines[turn]?.count == 0 { lines[turn] = nil }
        }
        guard !removed.isEmpty else { return [] }
        order.removeAll { lines[$0] == nil }
        count -= removed.count
        return removed
    }
}

extension FairQueue: Sendable where Element: Sendable {}
extension FairQueue.Line: Sendable where Element: Sendable {}
