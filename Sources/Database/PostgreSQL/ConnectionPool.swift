import Admission

/// Decides which request gets which connection, and when one is opened: the rules of a pool, without a server, a clock
/// or a thread.
///
/// Tenants share the connections by the rules of `FairPlaces`. Each call reports an event and returns the actions to
/// perform. Times are in nanoseconds of any clock that does not go back.
struct ConnectionPool: Sendable {
    typealias Ticket = UInt64
    typealias ConnectionID = Int

    struct Limits: Sendable {
        /// The maximum number of open connections.
        var connections = 8
        /// The maximum number of waiting requests; further ones are rejected.
        var waiting = 1000
        /// The longest wait of a request.
        var patience: UInt64 = 2_000_000_000
        /// The pause after a failed attempt to connect; doubled each time.
        var firstPause: UInt64 = 50_000_000
        var longestPause: UInt64 = 1_000_000_000
        /// A connection older than this is replaced when it is returned, so that a changed address is used.
        var age: UInt64 = 1_800_000_000_000
    }

    enum Rejection: Error, Sendable, Equatable {
        /// The queue is full.
        case full
        /// No connection became available in time.
        case late
        /// The pool is closed.
        case closed
    }

    enum Action: Sendable, Equatable {
        case grant(Ticket, ConnectionID)
        case reject(Ticket, Rejection)
        case connect(ConnectionID)
        case disconnect(ConnectionID)
        /// Call `tick` at this time.
        case wake(UInt64)
    }

    private struct Request {
        let ticket: Ticket
        let deadline: UInt64
    }

    private enum State: Equatable {
        case connecting
        case idle
        case busy(Turn)
    }

    private struct Connection {
        var state: State
        var openedAt: UInt64
    }

    let limits: Limits
    private var connections: [ConnectionID: Connection] = [:]
    /// The idle connections; the last used is taken first, so that the others can be closed.
    private var idle: [ConnectionID] = []
    private var places: FairPlaces
    private var waiting = FairQueue<Turn, Request>()
    private let waitingLimits: TurnLimits
    private var nextID = 1
    private var pause: UInt64 = 0
    private var noConnectBefore: UInt64 = 0
    /// The earliest `wake` that was requested and is still pending.
    private var wakesAt: UInt64?
    private var isClosed = false

    init(limits: Limits) {
        self.limits = limits
        places = FairPlaces(count: limits.connections)
        // One tenant's transactions may take a third of the queue at most, and its short reads as much.
        waitingLimits = TurnLimits(waiting: limits.waiting, waitingOfTenant: max(1, limits.waiting / 3))
    }

    var openCount: Int { connections.count }
    var waitingCount: Int { waiting.count }
    /// Whether all connections are closed and none will be opened.
    var isEmpty: Bool { connections.isEmpty }

    /// Requests a connection.
    mutating func request(_ ticket: Ticket, for turn: Turn, at now: UInt64) -> [Action] {
        if isClosed { return [.reject(ticket, .closed)] }
        // A request that waits while a connection is idle has reached the limit of its turn.
        if places.rank(turn) != nil, let id = idle.popLast() { return [grant(ticket, id, turn)] }
        let deadline = now + limits.patience
        guard waiting.append(Request(ticket: ticket, deadline: deadline), for: turn, within: waitingLimits) else {
            return [.reject(ticket, .full)]
        }
        return wake(at: deadline) + open(at: now)
    }

    /// Takes short reads out of the queue that are answered together with one that has a connection. They hold no
    /// place: the turn that has waited longest goes first, and within a turn the oldest request.
    mutating func sharing(_ limit: Int) -> [Ticket] {
        var tickets: [Ticket] = []
        while tickets.count < limit, let next = waiting.next({ $0.kind == .shortRead ? 0 : nil }) {
            tickets.append(next.item.ticket)
        }
        return tickets
    }

    /// Cancels a request. Does nothing when it has been granted already.
    mutating func cancel(_ ticket: Ticket) { _ = waiting.remove { $0.ticket == ticket } }

    /// Reports that a connection is open.
    mutating func connected(_ id: ConnectionID, at now: UInt64) -> [Action] {
        guard connections[id] != nil else { return [.disconnect(id)] }
        (pause, noConnectBefore) = (0, 0)
        connections[id] = Connection(state: .idle, openedAt: now)
        return serve(id, at: now)
    }

    /// Reports that a connection could not be opened.
    mutating func failed(_ id: ConnectionID, at now: UInt64) -> [Action] {
        connections[id] = nil
        pause = pause == 0 ? limits.firstPause : min(pause * 2, limits.longestPause)
        noConnectBefore = now + pause
        return waiting.isEmpty || isClosed ? [] : wake(at: noConnectBefore)
    }

    /// Returns a connection to the pool.
    /// - Parameters:
    ///   - isBroken: the connection cannot be used any more; it has been closed.
    ///   - wasLost: the server or the network closed it.
    mutating func released(_ id: ConnectionID, isBroken: Bool, wasLost: Bool, at now: UInt64) -> [Action] {
        guard let connection = connections[id] else { return [] }
        if case .busy(let turn) = connection.state { places.giveBack(turn) }
        if isBroken {
            connections[id] = nil
            guard wasLost else { return open(at: now) }
            // The cause has most likely closed the other connections too: a restarted server, a changed address.
            let doubtful = idle
            idle = []
            for id in doubtful { connections[id] = nil }
            return doubtful.map { .disconnect($0) } + open(at: now)
        }
        if isClosed || now - min(now, connection.openedAt) > limits.age {
            connections[id] = nil
            return [.disconnect(id)] + open(at: now)
        }
        connections[id]?.state = .idle
        return serve(id, at: now)
    }

    /// Reports that time has passed.
    mutating func tick(at now: UInt64) -> [Action] {
        if let time = wakesAt, time <= now { wakesAt = nil }
        let late = waiting.remove { $0.deadline <= now }
        let next = waiting.firstOfEach.map(\.deadline).min()
        return late.map { .reject($0.ticket, .late) } + open(at: now) + (next.map { wake(at: $0) } ?? [])
    }

    /// One timer serves all that wait: a request sets one only when none is due earlier.
    private mutating func wake(at time: UInt64) -> [Action] {
        if let wakesAt, wakesAt <= time { return [] }
        wakesAt = time
        return [.wake(time)]
    }

    /// Rejects further requests; closes idle connections at once, busy ones when they are returned.
    mutating func close() -> [Action] {
        isClosed = true
        let rejected = waiting.remove { _ in true }.map { Action.reject($0.ticket, .closed) }
        let closed = idle.map { Action.disconnect($0) }
        for id in idle { connections[id] = nil }
        idle = []
        return rejected + closed
    }

    private mutating func serve(_ id: ConnectionID, at now: UInt64) -> [Action] {
        if isClosed {
            connections[id] = nil
            return [.disconnect(id)]
        }
        idle.append(id)
        var actions: [Action] = []
        while let id = idle.last, let next = waiting.next(places.rank) {
            idle.removeLast()
            actions.append(grant(next.item.ticket, id, next.owner))
        }
        return actions
    }

    private mutating func grant(_ ticket: Ticket, _ id: ConnectionID, _ turn: Turn) -> Action {
        places.take(turn)
        connections[id]?.state = .busy(turn)
        return .grant(ticket, id)
    }

    /// Opens connections for waiting requests for which none is being opened.
    private mutating func open(at now: UInt64) -> [Action] {
        guard !isClosed, !waiting.isEmpty else { return [] }
        guard now >= noConnectBefore else { return wake(at: noConnectBefore) }
        var actions: [Action] = []
        var coming = connections.values.count { $0.state == .connecting }
        // After a failure one attempt at a time tests whether the server is back.
        let wanted = pause > 0 ? 1 : waiting.count
        while coming < wanted, connections.count < limits.connections {
            let id = nextID
            nextID += 1
            connections[id] = Connection(state: .connecting, openedAt: now)
            actions.append(.connect(id))
            coming += 1
        }
        return actions
    }
}
