import Domain
import Testing

@testable import UseCases

/// The order in which passwords are hashed, with numbers instead of threads.
@Suite struct PasswordQueueTests {
    private typealias Queue = PasswordQueue<Int>

    private let acme = Tenant.ID(.init(bytes: [UInt8](repeating: 1, count: 16)))
    private let globex = Tenant.ID(.init(bytes: [UInt8](repeating: 2, count: 16)))
    private let start = ContinuousClock.now

    private func someone(
        _ ticket: Int,
        at owner: Tenant.ID?,
        from address: String,
        isKnown: Bool = false,
        patience: Duration = .seconds(5)
    ) -> PasswordQueue<Int>.Waiting {
        let origin = RequestOrigin(address: address, requestID: "request-\(ticket)", trace: nil)
        return PasswordQueue<Int>.Waiting(
            owner: owner,
            requester: .init(origin, isKnown: isKnown),
            until: start + patience,
            ticket: ticket
        )
    }

    /// Whether there is a place, now or later.
    private func isTaken(_ entry: PasswordQueue<Int>.Entry) -> Bool {
        if case .rejected = entry { false } else { true }
    }

    /// Ends a hash of `owner` from `address`.
    private func end(_ queue: inout PasswordQueue<Int>, _ owner: Tenant.ID?, _ address: String) -> [Int] {
        leave(&queue, owner, address, at: start).begin
    }

    private func leave(
        _ queue: inout PasswordQueue<Int>,
        _ owner: Tenant.ID?,
        _ address: String,
        at now: ContinuousClock.Instant
    ) -> (begin: [Int], late: [Int]) {
        let origin = RequestOrigin(address: address, requestID: "request", trace: nil)
        return queue.leave(owner, .init(origin), after: .milliseconds(500), at: now)
    }

    /// Sign-ins from the 256 /64 networks of one /56.
    private func flood(_ queue: inout PasswordQueue<Int>, _ owner: Tenant.ID?, networks: Int, each: Int = 20) {
        for number in 0..<networks * each {
            _ = queue.enter(someone(-1, at: owner, from: "2001:db8:0:\(String(number % networks, radix: 16))::1"))
        }
    }

    @Test(arguments: [24, 40]) func `a flood from one /56 displaces no other network, which gets the next hash`(
        networks: Int
    ) {
        var queue = Queue(limits: .init())
        flood(&queue, nil, networks: networks)
        flood(&queue, acme, networks: networks)

        #expect(queue.waiting == queue.limits.queueOfNetwork)
        #expect(isTaken(queue.enter(someone(1, at: nil, from: "203.0.113.7"))))
        #expect(end(&queue, nil, "2001:db8::1") == [1])
    }

    @Test func `networks that fill what a tenant has make room for one more network`() {
        var queue = Queue(limits: .init())
        for network in ["2001:db8:1::1", "2001:db8:2::1", "2001:db8:3::1"] {
            for _ in 0..<20 { _ = queue.enter(someone(-1, at: acme, from: network)) }
        }
        let full = queue.waiting

        #expect(full == queue.limits.queueOfOne)
        #expect(isTaken(queue.enter(someone(1, at: acme, from: "203.0.113.7"))))
        #expect(queue.waiting == full)
        // A network with as many places as the others takes none of theirs.
        #expect(!isTaken(queue.enter(someone(-1, at: acme, from: "2001:db8:1::1"))))
    }

    @Test func `tenants that fill the queue leave places to the console and to one more tenant`() {
        var queue = Queue(limits: .init(deadline: .seconds(3600)))
        for tenant in 3..<9 {
            let owner = Tenant.ID(.init(bytes: [UInt8](repeating: UInt8(tenant), count: 16)))
            for network in 0..<20 { _ = queue.enter(someone(-1, at: owner, from: "198.51.\(network).1")) }
        }

        #expect(queue.waiting == queue.limits.queue - queue.limits.queueOfConsole)
        #expect(isTaken(queue.enter(someone(1, at: globex, from: "203.0.113.7"))))
        for ticket in 2..<6 { #expect(isTaken(queue.enter(someone(ticket, at: nil, from: "192.0.\(ticket).1")))) }
        #expect(queue.waiting(of: nil) == 4)
        #expect(end(&queue, Tenant.ID(.init(bytes: [UInt8](repeating: 3, count: 16))), "198.51.0.1") == [2])
    }

    @Test func `a network hashes at two places, and the console has one`() {
        var queue = Queue(limits: .init(width: 4))
        for _ in 0..<4 { _ = queue.enter(someone(-1, at: acme, from: "198.51.100.1")) }

        #expect(queue.running == 2 && queue.waiting == 2)
        guard case .begins = queue.enter(someone(1, at: globex, from: "203.0.113.7")) else {
            return #expect(Bool(false))
        }
        guard case .waits = queue.enter(someone(2, at: globex, from: "203.0.114.7")) else {
            return #expect(Bool(false))
        }
        guard case .begins = queue.enter(someone(3, at: nil, from: "203.0.115.7")) else { return #expect(Bool(false)) }
        #expect(queue.running == 4)
    }

    @Test func `a known device is served first and takes the place of an unknown one`() {
        var queue = Queue(limits: .init())
        for network in 0..<20 { _ = queue.enter(someone(-1, at: acme, from: "198.51.\(network).1")) }
        #expect(queue.waiting == queue.limits.queueOfOne)
        #expect(!isTaken(queue.enter(someone(-1, at: acme, from: "203.0.113.7"))), "each has one place")

        guard case .waits(let displaced?) = queue.enter(someone(1, at: acme, from: "203.0.113.7", isKnown: true)) else {
            return #expect(Bool(false))
        }

        #expect(displaced == -1)
        #expect(end(&queue, acme, "198.51.0.1") == [1])
    }

    @Test func `a request that waited too long is rejected, and the queue empties`() {
        var queue = Queue(limits: .init())
        for ticket in 0..<6 { _ = queue.enter(someone(ticket, at: acme, from: "198.51.\(ticket).1")) }

        let origin = RequestOrigin(address: "198.51.0.1", requestID: "request", trace: nil)
        let left = queue.leave(acme, .init(origin), after: .seconds(6), at: start + .seconds(6))

        #expect(left.begin.isEmpty && left.late == [2, 3, 4, 5])
        #expect(queue.running == 1 && queue.waiting == 0)
    }

    @Test(arguments: [(1, 0), (1, 1), (2, 64), (3, 16), (8, 64)])
    func `each request ends once, whatever order requests come and hashes end in`(width: Int, queue size: Int) {
        var queue = Queue(limits: .init(width: width, queue: size, deadline: .seconds(3600)))
        var running: [(owner: Tenant.ID?, address: String)] = []
        var requests: [Int: (owner: Tenant.ID?, address: String)] = [:]
        var ended = Set<Int>()
        var lateCount = 0
        func begin(_ ticket: Int) {
            #expect(ended.insert(ticket).inserted)
            if let request = requests[ticket] { running.append(request) }
        }
        for ticket in 0..<5000 {
            let owner = [acme, globex, nil][ticket % 7 % 3]
            let address = "198.51.\(ticket * ticket % 11).1"
            requests[ticket] = (owner, address)
            let patience = Duration.seconds(ticket % 3 == 1 ? ticket + 5 : 10_000)
            switch queue.enter(
                someone(ticket, at: owner, from: address, isKnown: ticket % 5 == 0, patience: patience)
            ) {
            case .begins: begin(ticket)
            case .rejected: #expect(ended.insert(ticket).inserted)
            case .waits(let displaced): if let displaced { #expect(ended.insert(displaced).inserted) }
            }
            #expect(queue.running == running.count && running.count <= width && queue.waiting <= size)
            #expect(ended.count + queue.waiting == ticket + 1)
            if ticket % 3 == 0, !running.isEmpty {
                let (owner, address) = running.remove(at: ticket % running.count)
                let (next, late) = leave(&queue, owner, address, at: start + .seconds(ticket))
                for ticket in next { begin(ticket) }
                for ticket in late { #expect(ended.insert(ticket).inserted) }
                lateCount += late.count
            }
        }
        #expect(lateCount > 0 || size < 2)
        while !running.isEmpty {
            let (owner, address) = running.removeFirst()
            for next in end(&queue, owner, address) { begin(next) }
        }
        #expect(queue.waiting == 0 && queue.running == 0 && ended.count == 5000)
    }
}
