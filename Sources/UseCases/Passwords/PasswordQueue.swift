import Admission
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

    private typealias Line = PasswordGate.Requester

    /// The requests of one owner, and the number of each among all.
    private typealias Lines = FairQueue<Line, (number: Int, request: Waiting)>

    private struct Share: Hashable {
        let owner: Owner
        let network: String?
    }

    let limits: PasswordGate.Limits
    /// The duration of recent hashes; an estimate before the first one.
    private(set) var duration = Duration.milliseconds(500)
    /// One turn of its owner for each waiting request.
    private var turns = FairQueue<Owner, Void>()
    /// The waiting requests of owners that wait or run.
    private var lines: [Owner: Lines] = [:]
    private var lastNumber = 0
    private var runningOf = Usage<Owner>()
    private var runningOfNetwork = Usage<String?>()
    private var runningOfShare = Usage<Share>()

    init(limits: PasswordGate.Limits) { self.limits = limits }

    var running: Int { runningOf.total }
    var waiting: Int { turns.count }
    func waiting(of owner: Owner) -> Int { turns.count(of: owner) }

    // MARK: Coming and going

    mutating func enter(_ new: Waiting) -> Entry {
        if running < limits.width, mayBegin(new.owner, new.requester) {
            turns.takeTurn(of: new.owner)
            lines[new.owner, default: Lines()].takeTurn(of: new.requester)
            count(1, new.owner, new.requester)
            return .begins
        }
        guard duration * (Double(turns(before: new)) / Double(limits.width)) <= limits.deadline, limits.queue > 0 else {
            return .rejected
        }
        var displaced: Ticket?
        if let rivals = rivals(of: new) {
            guard let victim = victim(among: rivals, for: new) else { return .rejected }
            displaced = lines[victim.owner]?.removeLast(of: victim.line)?.request.ticket
            _ = turns.removeLast(of: victim.owner)
        }
        lastNumber += 1
        turns.append((), of: new.owner)
        lines[new.owner, default: Lines()].append((lastNumber, new), of: new.requester)
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
        count(-1, owner, requester)
        var (started, late): ([Ticket], [Ticket]) = ([], [])
        for owner in lines.keys {
            let removed = lines[owner]?.remove { $0.request.until <= now } ?? []
            for (_, request) in removed {
                _ = turns.removeLast(of: owner)
                late.append(request.ticket)
            }
        }
        while running < limits.width, let next = takeNext() { started.append(next.ticket) }
        lines = lines.filter { !$0.value.isEmpty || runningOf[$0.key] > 0 }
        return (started, late)
    }

    // MARK: Running

    private func mayBegin(_ owner: Owner, _ line: Line) -> Bool {
        if line.network != nil, runningOfNetwork[line.network] >= limits.runningOfNetwork { return false }
        // With one or two places none can be reserved: the console has the next free one then.
        guard owner != nil, limits.width > 2 else { return true }
        return running - runningOf[nil] < limits.width - 1
    }

    private mutating func count(_ number: Int, _ owner: Owner, _ line: Line) {
        runningOf.add(number, for: owner)
        runningOfShare.add(number, for: Share(owner: owner, network: line.network))
        runningOfNetwork.add(number, for: line.network)
    }

    /// Prefers the console when no hash runs for it; then the network with fewest running hashes over all owners; then
    /// the owner with fewest running hashes, and among equals the one whose turn it is; within it known devices; then
    /// the network whose turn it is.
    private mutating func takeNext() -> Waiting? {
        let ranks = turns.owners.reduce(into: [:]) { $0[$1] = rank(of: $1) }
        guard let (owner, _) = turns.next({ ranks[$0] }) else { return nil }
        let ofLines = (lines[owner]?.owners).map { $0.reduce(into: [:]) { $0[$1] = rank(of: $1, of: owner) } }
        guard let request = lines[owner]?.next({ ofLines?[$0] })?.item.request else { return nil }
        count(1, owner, request.requester)
        return request
    }

    private func rank(of owner: Owner) -> Int? {
        let lines = (lines[owner]?.owners).map { $0.filter { mayBegin(owner, $0) } } ?? []
        guard let fewest = lines.map({ ofNetwork($0) }).min() else { return nil }
        return owner == nil && runningOf[nil] == 0 ? -1 : Self.rank(fewest, runningOf[owner])
    }

    private func rank(of line: Line, of owner: Owner) -> Int? {
        guard mayBegin(owner, line) else { return nil }
        let share = Share(owner: owner, network: line.network)
        return Self.rank(ofNetwork(line), line.isKnown ? 0 : 1, runningOfShare[share])
    }

    /// Requests without a network are of no network that could have too many.
    private func ofNetwork(_ line: Line) -> Int { line.network == nil ? 0 : runningOfNetwork[line.network] }

    /// The first number decides, and among equals the next. Each counts up to 999.
    private static func rank(_ numbers: Int...) -> Int { numbers.reduce(0) { $0 * 1000 + min($1, 999) } }

    // MARK: Waiting

    /// Returns the largest number of hashes that are done first.
    private func turns(before new: Waiting) -> Int {
        let owners = Set(turns.owners).union(runningOf.owners).subtracting([new.owner]).count
        let network = new.requester.network
        let own = lines[new.owner]?.owners.filter { !new.requester.isKnown || $0.isKnown } ?? []
        let networks = Set(own.map(\.network)).subtracting([network]).count
        let ahead = own.reduce(0) { $0 + ($1.network == network ? lines[new.owner]?.count(of: $1) ?? 0 : 0) }
        return min(waiting + 1, (ahead + 1) * (networks + 1) * (owners + 1))
    }

    /// Returns the lines of which one has to give up a place for the new request; nil while there is room.
    private func rivals(of new: Waiting) -> [(owner: Owner, line: Line)]? {
        let all = lines.flatMap { owner, lines in lines.owners.map { (owner: owner, line: $0) } }
        if let network = new.requester.network {
            let same = all.filter { $0.line.network == network }
            if same.reduce(0, { $0 + places(of: $1.owner, $1.line) }) >= limits.queueOfNetwork { return same }
        }
        if waiting(of: new.owner) >= limits.queueOfOne { return all.filter { $0.owner == new.owner } }
        if new.owner == nil { return waiting < limits.queue ? nil : all }
        let hasRoom = waiting < limits.queue && waiting - waiting(of: nil) < limits.queue - limits.queueOfConsole
        return hasRoom ? nil : all.filter { $0.owner != nil }
    }

    /// Returns the line with the newest request of a tenant or network that holds at least two places more than the new
    /// one's; within a tenant a known device displaces an unknown one.
    private func victim(among rivals: [(owner: Owner, line: Line)], for new: Waiting) -> (owner: Owner, line: Line)? {
        let candidates = rivals.filter { owner, line in
            guard owner == new.owner else { return waiting(of: owner) > waiting(of: new.owner) + 1 }
            if line.isKnown != new.requester.isKnown { return new.requester.isKnown }
            return places(of: owner, line.network) > places(of: owner, new.requester.network) + 1
        }
        return candidates.max { weight($0.owner, $0.line).lexicographicallyPrecedes(weight($1.owner, $1.line)) }
    }

    private func weight(_ owner: Owner, _ line: Line) -> [Int] {
        let newest = lines[owner]?.last(of: line)?.number ?? 0
        return [line.isKnown ? 0 : 1, waiting(of: owner), places(of: owner, line.network), newest]
    }

    private func places(of owner: Owner, _ line: Line) -> Int { lines[owner]?.count(of: line) ?? 0 }

    private func places(of owner: Owner, _ network: String?) -> Int {
        guard network != nil else { return 0 }
        return [true, false].reduce(0) { $0 + places(of: owner, Line(network: network, isKnown: $1)) }
    }
}
