import Domain

/// Decides which request hashes now and which waits: the gate's decisions, without its threads.
///
/// Tenants take turns, and within a tenant the networks do. A request that arrives while the queue is full takes the
/// place of one from the tenant or network with most places there, so that no request is rejected because others sent
/// more.
struct PasswordQueue<Ticket: Sendable>: Sendable {
    /// The owner of a turn: a tenant; nil for the console and the command line.
    typealias Owner = Tenant.ID?

    struct Waiting: Sendable {
        let owner: Owner
        let requester: PasswordGate.Requester
        let until: ContinuousClock.Instant
        let ticket: Ticket
    }

    enum Entry {
        case begins
        /// The request whose place it takes is rejected.
        case waits(displaced: Ticket?)
        case rejected
    }

    private struct Share: Hashable {
        let owner: Owner
        let network: String?
    }

    let limits: PasswordGate.Limits
    private(set) var running = 0
    private(set) var waiting: [Waiting] = []
    /// The duration of recent hashes; an estimate before the first one.
    private(set) var duration = Duration.milliseconds(500)
    /// The number of hashes running now, by owner; an owner without one has no entry.
    private var runningOf: [Owner: Int] = [:]
    private var runningOfNetwork: [String: Int] = [:]
    private var runningOfShare: [Share: Int] = [:]
    /// The number of the latest turn of each owner that waits or runs.
    private var lastTurn: [Owner: Int] = [:]
    private var lastTurnOfShare: [Share: Int] = [:]
    private var turn = 0

    init(limits: PasswordGate.Limits) { self.limits = limits }

    // MARK: Coming and going

    mutating func enter(_ new: Waiting) -> Entry {
        if running < limits.width, mayBegin(new) {
            begin(new)
            return .begins
        }
        guard duration * (Double(turns(before: new)) / Double(limits.width)) <= limits.deadline, limits.queue > 0 else {
            return .rejected
        }
        var displaced: Ticket?
        if let rivals = rivals(of: new) {
            guard let place = victim(among: rivals, for: new) else { return .rejected }
            displaced = waiting.remove(at: place).ticket
        }
        waiting.append(new)
        return .waits(displaced: displaced)
    }

    /// - Returns: the requests that begin in the free place, and those that have waited too long.
    mutating func leave(
        _ owner: Owner,
        _ requester: PasswordGate.Requester,
        after span: Duration,
        at now: ContinuousClock.Instant
    ) -> (begin: [Ticket], late: [Ticket]) {
        duration = duration * 0.7 + span * 0.3
        let late = waiting.filter { $0.until <= now }.map(\.ticket)
        waiting.removeAll { $0.until <= now }
        end(Share(owner: owner, network: requester.network))
        var started: [Ticket] = []
        while running < limits.width, let next = takeNext() { started.append(next.ticket) }
        return (started, late)
    }

    // MARK: Running

    private func mayBegin(_ new: Waiting) -> Bool {
        if let network = new.requester.network, runningOfNetwork[network, default: 0] >= limits.runningOfNetwork {
            return false
        }
        // With one or two places none can be reserved: the console has the next free one then.
        guard new.owner != nil, limits.width > 2 else { return true }
        return running - runningOf[nil, default: 0] < limits.width - 1
    }

    private mutating func begin(_ new: Waiting) {
        let share = Share(owner: new.owner, network: new.requester.network)
        running += 1
        turn += 1
        lastTurn[new.owner] = turn
        lastTurnOfShare[share] = turn
        runningOf[new.owner, default: 0] += 1
        runningOfShare[share, default: 0] += 1
        if let network = share.network { runningOfNetwork[network, default: 0] += 1 }
    }

    private mutating func end(_ share: Share) {
        running -= 1
        runningOf.takeOne(share.owner)
        runningOfShare.takeOne(share)
        if let network = share.network { runningOfNetwork.takeOne(network) }
        // An owner that neither waits nor runs has no turn to remember.
        let owners = Set(waiting.map(\.owner)).union(runningOf.keys).union([share.owner])
        lastTurn = lastTurn.filter { owners.contains($0.key) }
        let shares = Set(waiting.map { Share(owner: $0.owner, network: $0.requester.network) }).union(
            runningOfShare.keys
        ).union([share])
        lastTurnOfShare = lastTurnOfShare.filter { shares.contains($0.key) }
    }

    /// Prefers the console when no hash runs for it; then the network with fewest running hashes over all owners; then
    /// the owner with fewest running hashes and the longest time without a turn; within it known devices; then the
    /// network with the longest time without a turn.
    private mutating func takeNext() -> Waiting? {
        let place = waiting.indices.filter { mayBegin(waiting[$0]) }.min {
            order(of: $0).lexicographicallyPrecedes(order(of: $1))
        }
        guard let place else { return nil }
        let next = waiting.remove(at: place)
        begin(next)
        return next
    }

    private func order(of place: Int) -> [Int] {
        let (owner, requester) = (waiting[place].owner, waiting[place].requester)
        let share = Share(owner: owner, network: requester.network)
        return [
            owner == nil && runningOf[nil] == nil ? 0 : 1,
            requester.network.flatMap { runningOfNetwork[$0] } ?? 0,
            runningOf[owner] ?? 0, lastTurn[owner] ?? 0,
            requester.isKnown ? 0 : 1,
            runningOfShare[share] ?? 0, lastTurnOfShare[share] ?? 0, place,
        ]
    }

    // MARK: Waiting

    /// Returns the largest number of hashes that are done first.
    private func turns(before new: Waiting) -> Int {
        let owners = Set(waiting.map(\.owner)).union(runningOf.keys).subtracting([new.owner]).count
        let own = waiting.filter { $0.owner == new.owner && (!new.requester.isKnown || $0.requester.isKnown) }
        let network = new.requester.network
        let networks = Set(own.map(\.requester.network)).subtracting([network]).count
        let ahead = own.count { $0.requester.network == network }
        return min(waiting.count + 1, (ahead + 1) * (networks + 1) * (owners + 1))
    }

    /// Returns the waiting requests of which one has to give up its place for the new one; nil while there is room.
    private func rivals(of new: Waiting) -> [Int]? {
        if let network = new.requester.network {
            let same = waiting.indices.filter { waiting[$0].requester.network == network }
            if same.count >= limits.queueOfNetwork { return same }
        }
        let own = waiting.indices.filter { waiting[$0].owner == new.owner }
        if own.count >= limits.queueOfOne { return own }
        if new.owner == nil { return waiting.count < limits.queue ? nil : Array(waiting.indices) }
        let others = waiting.indices.filter { waiting[$0].owner != nil }
        return waiting.count < limits.queue && others.count < limits.queue - limits.queueOfConsole ? nil : others
    }

    /// Returns the newest request of a tenant or network that holds at least two places more than the new one's; within
    /// a tenant a known device displaces an unknown one.
    private func victim(among rivals: [Int], for new: Waiting) -> Int? {
        let mine = (owner: places(of: new.owner), network: places(of: new.owner, new.requester.network))
        let candidates = rivals.filter { place in
            let other = waiting[place]
            guard other.owner == new.owner else { return places(of: other.owner) > mine.owner + 1 }
            if other.requester.isKnown != new.requester.isKnown { return new.requester.isKnown }
            return places(of: other.owner, other.requester.network) > mine.network + 1
        }
        return candidates.max { weight(of: $0).lexicographicallyPrecedes(weight(of: $1)) }
    }

    private func weight(of place: Int) -> [Int] {
        let (owner, requester) = (waiting[place].owner, waiting[place].requester)
        return [requester.isKnown ? 0 : 1, places(of: owner), places(of: owner, requester.network), place]
    }

    private func places(of owner: Owner) -> Int { waiting.count { $0.owner == owner } }

    private func places(of owner: Owner, _ network: String?) -> Int {
        guard let network else { return 0 }
        return waiting.count { $0.owner == owner && $0.requester.network == network }
    }
}

extension Dictionary where Value == Int {
    /// Subtracts one; removes an entry that reaches zero.
    fileprivate mutating func takeOne(_ key: Key) {
        guard let count = self[key] else { return }
        if count > 1 { self[key] = count - 1 } else { removeValue(forKey: key) }
    }
}
