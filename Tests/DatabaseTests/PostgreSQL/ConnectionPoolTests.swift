import Foundation
import Testing

@testable import Database

/// The rules of the pool, without a server and without a clock.
@Suite struct ConnectionPoolTests {
    private static let limits = {
        var limits = ConnectionPool.Limits()
        limits.connections = 2
        limits.waiting = 3
        limits.patience = 100
        limits.firstPause = 10
        limits.longestPause = 40
        limits.age = 1000
        return limits
    }()

    private var pool = ConnectionPool(limits: Self.limits)

    /// A pool with one idle connection.
    private mutating func openOne() {
        _ = pool.request(1, for: .installation, at: 0)
        _ = pool.connected(1, at: 0)
        _ = pool.released(1, isBroken: false, wasLost: false, at: 0)
    }

    @Test mutating func `the first request opens a connection and gets it`() {
        #expect(pool.request(1, for: .installation, at: 0) == [.wake(100), .connect(1)])
        #expect(pool.connected(1, at: 5) == [.grant(1, 1)])
    }

    @Test mutating func `a connection that is free is used before another is opened`() {
        openOne()

        #expect(pool.request(2, for: .installation, at: 10) == [.grant(2, 1)])
        #expect(pool.openCount == 1)
    }

    @Test mutating func `the longest waiting request is next, and no more connections are opened than the limit`() {
        for ticket in 1...4 { _ = pool.request(UInt64(ticket), for: .installation, at: 0) }
        #expect(pool.openCount == 2)

        #expect(pool.connected(1, at: 1) == [.grant(1, 1)])
        #expect(pool.connected(2, at: 1) == [.grant(2, 2)])
        #expect(pool.released(1, isBroken: false, wasLost: false, at: 2) == [.grant(3, 1)])
    }

    @Test mutating func `a request too many is refused at once, and one that waits too long in time`() {
        for ticket in 1...3 { _ = pool.request(UInt64(ticket), for: .installation, at: 0) }

        #expect(pool.request(4, for: .installation, at: 0) == [.reject(4, .full)])
        #expect(pool.tick(at: 99).allSatisfy { if case .reject = $0 { false } else { true } })
        #expect(pool.tick(at: 100) == [.reject(1, .late), .reject(2, .late), .reject(3, .late)])
        #expect(pool.waitingCount == 0)
    }

    @Test mutating func `short reads go with another one, in turns, and nothing else does`() {
        let (acme, globex) = (Scope.tenant(UUID()), Scope.tenant(UUID()))
        var limits = Self.limits
        (limits.connections, limits.waiting) = (1, 20)
        pool = ConnectionPool(limits: limits)
        for ticket in 1...4 { _ = pool.request(UInt64(ticket), for: Turn(acme, .shortRead), at: 0) }
        _ = pool.request(5, for: Turn(globex), at: 0)
        for ticket in 6...7 { _ = pool.request(UInt64(ticket), for: Turn(globex, .shortRead), at: 0) }
        _ = pool.request(8, for: Turn(globex, .list), at: 0)
        #expect(pool.connected(1, at: 1) == [.grant(1, 1)])

        #expect(pool.sharing(2) == [6, 2])
        #expect(pool.sharing(9) == [7, 3, 4])
        #expect(pool.sharing(9) == [])

        #expect(pool.released(1, isBroken: false, wasLost: false, at: 2) == [.grant(5, 1)])
        #expect(pool.tick(at: 100) == [.reject(8, .late)], "those that shared are not refused later")
    }

    @Test mutating func `short reads have half of the connections, and the others stay free for transactions`() {
        let (acme, globex) = (Scope.tenant(UUID()), Scope.tenant(UUID()))
        var limits = Self.limits
        (limits.connections, limits.waiting) = (4, 20)
        pool = ConnectionPool(limits: limits)
        for ticket in 1...4 {
            _ = pool.request(UInt64(ticket), for: Turn(ticket < 3 ? acme : globex, .shortRead), at: 0)
        }
        let granted = (1...4).flatMap { pool.connected($0, at: 1) }
        #expect(granted.count == 2)

        #expect(
            pool.request(5, for: Turn(acme), at: 2) != [] && pool.request(6, for: Turn(acme, .shortRead), at: 2) == []
        )

        #expect(pool.released(1, isBroken: false, wasLost: false, at: 3).count == 1, "the next short read")
    }

    @Test mutating func `one timer serves all waiting requests, and is set again for later ones`() {
        #expect(pool.request(1, for: .installation, at: 0) == [.wake(100), .connect(1)])
        #expect(pool.request(2, for: .installation, at: 40) == [.connect(2)])

        #expect(pool.tick(at: 100) == [.reject(1, .late), .wake(140)])
        #expect(pool.tick(at: 140) == [.reject(2, .late)])
        #expect(pool.request(3, for: .installation, at: 150) == [.wake(250)])
    }

    @Test mutating func `no tenant has all connections, and none waits for what another one wants`() {
        let (acme, globex) = (Turn(.tenant(UUID())), Turn(.tenant(UUID())))
        var limits = Self.limits
        limits.waiting = 20
        pool = ConnectionPool(limits: limits)
        for ticket in 1...3 { _ = pool.request(UInt64(ticket), for: acme, at: 0) }

        #expect(pool.connected(1, at: 1) == [.grant(1, 1)])
        #expect(pool.connected(2, at: 1) == [], "one stays free for others")
        #expect(pool.request(4, for: globex, at: 2) == [.grant(4, 2)])
        #expect(pool.request(5, for: globex, at: 3) == [])
        #expect(pool.released(1, isBroken: false, wasLost: false, at: 4) == [.grant(2, 1)])
        #expect(pool.released(2, isBroken: false, wasLost: false, at: 5) == [.grant(5, 2)])
    }

    @Test mutating func `a tenant whose requests fill its half of the room is refused, and another one is not`() {
        let (acme, globex) = (Turn(.tenant(UUID())), Turn(.tenant(UUID())))
        _ = pool.request(1, for: acme, at: 0)

        #expect(pool.request(2, for: acme, at: 0) == [.reject(2, .full)])
        #expect(pool.request(3, for: globex, at: 0) == [.connect(2)])
    }

    @Test mutating func `one that was cancelled is passed over`() {
        _ = pool.request(1, for: .installation, at: 0)
        _ = pool.request(2, for: .installation, at: 0)

        pool.cancel(1)

        #expect(pool.connected(1, at: 1) == [.grant(2, 1)])
    }

    @Test mutating func `failures are tried again after a pause that grows to a limit, one at a time`() {
        var limits = Self.limits
        limits.patience = 1000
        pool = ConnectionPool(limits: limits)
        for ticket in 1...3 { _ = pool.request(UInt64(ticket), for: .installation, at: 0) }

        #expect(pool.failed(1, at: 0) == [.wake(10)])
        #expect(pool.failed(2, at: 0) == [])
        #expect(pool.tick(at: 10) == [.wake(20)])
        #expect(pool.tick(at: 20) == [.connect(3), .wake(1000)])
        #expect(pool.failed(3, at: 20) == [.wake(60)])
        #expect(pool.tick(at: 60) == [.connect(4), .wake(1000)])
        #expect(pool.failed(4, at: 60) == [.wake(100)])
    }

    @Test mutating func `a success ends the pause`() {
        _ = pool.request(1, for: .installation, at: 0)
        _ = pool.failed(1, at: 0)
        _ = pool.tick(at: 10)
        _ = pool.connected(2, at: 11)

        #expect(pool.request(2, for: .installation, at: 12) == [.connect(3)])
    }

    @Test mutating func `when one is broken the idle ones are not trusted either`() {
        _ = pool.request(1, for: .installation, at: 0)
        _ = pool.request(2, for: .installation, at: 0)
        _ = pool.connected(1, at: 0)
        _ = pool.connected(2, at: 0)
        _ = pool.released(2, isBroken: false, wasLost: false, at: 1)

        #expect(pool.released(1, isBroken: true, wasLost: true, at: 2) == [.disconnect(2)])
        #expect(pool.openCount == 0)
        #expect(pool.request(3, for: .installation, at: 3) == [.connect(3)])
    }

    @Test mutating func `one that we ended ourselves says nothing of the others`() {
        _ = pool.request(1, for: .installation, at: 0)
        _ = pool.request(2, for: .installation, at: 0)
        _ = pool.connected(1, at: 0)
        _ = pool.connected(2, at: 0)
        _ = pool.released(2, isBroken: false, wasLost: false, at: 1)

        #expect(pool.released(1, isBroken: true, wasLost: false, at: 2) == [])
        #expect(pool.request(3, for: .installation, at: 3) == [.grant(3, 2)])
    }

    @Test mutating func `an old connection is replaced when it comes back`() {
        openOne()
        _ = pool.request(2, for: .installation, at: 1001)

        #expect(pool.released(1, isBroken: false, wasLost: false, at: 1001) == [.disconnect(1)])
    }

    @Test mutating func `a closed pool refuses, and lets each connection end when it comes back`() {
        _ = pool.request(1, for: .installation, at: 0)
        _ = pool.connected(1, at: 0)
        _ = pool.request(2, for: .installation, at: 0)

        #expect(pool.close() == [.reject(2, .closed)])
        #expect(pool.request(3, for: .installation, at: 1) == [.reject(3, .closed)])
        #expect(pool.released(1, isBroken: false, wasLost: false, at: 1) == [.disconnect(1)])
        // One was on its way.
        #expect(pool.connected(2, at: 1) == [.disconnect(2)])
        #expect(pool.isEmpty)
    }

    /// Many steps chosen by a fixed seed: no request gets two answers or a connection that another has, and in
    /// the end no request waits.
    @Test func `no order of what happens loses a request or a connection`() {
        for seed in 1...200 { Simulation(seed: UInt64(seed), limits: Self.limits).run() }
    }

    private struct Simulation {
        private var random: UInt64
        private var pool: ConnectionPool
        private var now: UInt64 = 0
        private var nextTicket: UInt64 = 1
        private var waiting: Set<UInt64> = []
        private var connecting: Set<Int> = []
        private var busy: Set<Int> = []
        private var open: Set<Int> = []

        init(seed: UInt64, limits: ConnectionPool.Limits) {
            random = seed &* 0x9E37_79B9_7F4A_7C15
            pool = ConnectionPool(limits: limits)
        }

        /// xorshift64
        private mutating func number(below limit: Int) -> Int {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return Int(random % UInt64(limit))
        }

        func run() {
            var copy = self
            for _ in 0..<300 { copy.step() }
            copy.finish()
        }

        private mutating func step() {
            now += UInt64(number(below: 8))
            switch number(below: 7) {
            case 0, 1:
                let ticket = nextTicket
                nextTicket += 1
                waiting.insert(ticket)
                take(pool.request(ticket, for: .installation, at: now))
            case 2: if let id = connecting.popFirst() { succeed(id) }
            case 3:
                if let id = connecting.popFirst() { take(pool.failed(id, at: now)) }
            case 4, 5:
                if let id = busy.popFirst() { giveBack(id, isBroken: number(below: 5) == 0) }
            default: take(pool.tick(at: now))
            }
            #expect(open.count + connecting.count <= 2)
        }

        private mutating func succeed(_ id: Int) {
            open.insert(id)
            take(pool.connected(id, at: now))
        }

        private mutating func giveBack(_ id: Int, isBroken: Bool) {
            if isBroken { open.remove(id) }
            take(pool.released(id, isBroken: isBroken, wasLost: number(below: 2) == 0, at: now))
        }

        private mutating func take(_ actions: [ConnectionPool.Action]) {
            for action in actions {
                switch action {
                case .grant(let ticket, let id):
                    #expect(waiting.remove(ticket) != nil, "an answer to an unknown request")
                    #expect(open.contains(id) && busy.insert(id).inserted, "a connection that another has")
                case .reject(let ticket, _): #expect(waiting.remove(ticket) != nil, "an answer to an unknown request")
                case .connect(let id): #expect(connecting.insert(id).inserted)
                case .disconnect(let id): #expect(open.remove(id) != nil && !busy.contains(id))
                case .wake(let time): #expect(time > now)
                }
            }
        }

        /// The server is well again: everyone who waits is served or refused.
        private mutating func finish() {
            for _ in 0..<50 where !waiting.isEmpty {
                now += 50
                take(pool.tick(at: now))
                while let id = connecting.popFirst() { succeed(id) }
                while let id = busy.popFirst() { giveBack(id, isBroken: false) }
            }
            #expect(waiting.isEmpty && pool.waitingCount == 0)
        }
    }
}

extension Turn {
    fileprivate static let installation = Turn(.test)
}
