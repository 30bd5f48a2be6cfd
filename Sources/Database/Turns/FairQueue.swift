/// What waits for a thread or a connection, in one line for each turn: a tenant that sends much makes its own line
/// long, and no other.
///
/// Within a line the first that came is the first to go.
struct FairQueue<Element> {
    struct Limits: Sendable {
        /// Of all together: far more than a server of our size lets in.
        var waiting = 10_000
        /// Of one tenant; the installation has what is left.
        var waitingOfTenant = 1000
        /// Lists of one tenant, or of the installation.
        var waitingLists = 100
    }

    fileprivate struct Line {
        var arriving: [Element] = []
        /// The next ones, the first at the end.
        var leaving: [Element] = []

        var count: Int { arriving.count + leaving.count }
        var first: Element? { leaving.last ?? arriving.first }

        mutating func next() -> Element? {
            if leaving.isEmpty { (leaving, arriving) = (arriving.reversed(), []) }
            return leaving.popLast()
        }

        /// In the order in which they came.
        mutating func remove(_ isWanted: (Element) -> Bool) -> [Element] {
            let all = Array(leaving.reversed()) + arriving
            let removed = all.filter(isWanted)
            if !removed.isEmpty { (leaving, arriving) = (all.filter { !isWanted($0) }.reversed(), []) }
            return removed
        }
    }

    private let limits: Limits
    private var lines: [Turn: Line] = [:]
    /// Those who have a line, whoever had no turn for the longest time first.
    private var order: [Turn] = []
    private(set) var count = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var isEmpty: Bool { count == 0 }
    /// The first of each line.
    var first: [Element] { order.compactMap { lines[$0]?.first } }

    /// - Returns: whether there was room.
    mutating func append(_ element: Element, for turn: Turn) -> Bool {
        let waiting = lines[turn]?.count ?? 0
        guard count < limits.waiting, turn.kind != .list || waiting < limits.waitingLists else { return false }
        guard turn.tenant == nil || waiting < limits.waitingOfTenant else { return false }
        if waiting == 0 { order.append(turn) }
        lines[turn, default: Line()].arriving.append(element)
        count += 1
        return true
    }

    /// Takes the first one of a line.
    /// - Parameter rank: the lowest goes first, and among equals whoever had no turn for the longest time; nil has to
    ///   wait.
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

    /// - Returns: those that were removed.
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
