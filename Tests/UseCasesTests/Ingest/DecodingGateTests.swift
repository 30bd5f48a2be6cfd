import Dispatch
import Domain
import Synchronization
import Testing

@testable import UseCases

@Suite(.timeLimit(.minutes(5))) struct DecodingGateTests {
    private let acme: Tenant.ID = SystemContext.system.newID()
    private let globex: Tenant.ID = SystemContext.system.newID()

    /// What happened, in order, and how many ran at once.
    private final class Record: Sendable {
        private let state = Mutex((names: [String](), running: 0, most: 0))

        var names: [String] { state.withLock { $0.names } }
        var most: Int { state.withLock { $0.most } }

        func add(_ name: String) { state.withLock { $0.names.append(name) } }

        func begin() {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
        }

        func end() { state.withLock { $0.running -= 1 } }
    }

    /// A delivery that keeps its place until it is released.
    private struct Holder {
        let opener: AsyncStream<Void>.Continuation
        let task: Task<Void, any Error>

        func end() async throws {
            opener.finish()
            try await task.value
        }
    }

    /// - Parameter leaving: releases the thread at once and holds so many bytes.
    private func hold(
        _ gate: DecodingGate,
        _ tenant: Tenant.ID,
        bytes: Int,
        bodyBytes: Int = 0,
        leaving: Int? = nil,
        started: @escaping @Sendable () -> Void = {}
    ) -> Holder {
        let (gateway, opener) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await gate.withPlace(for: tenant, bytes: bytes, bodyBytes: bodyBytes) { place in
                started()
                if let leaving { place.leave(holding: leaving) }
                for await _ in gateway {}
            }
        }
        return Holder(opener: opener, task: task)
    }

    /// Ends with the time limit, too.
    private func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { await Task.yield() }
    }

    @Test func `no more are decoded at once than there are places`() async throws {
        let gate = DecodingGate(limits: .init(width: 2, queue: 64, deadline: .seconds(600)))
        let record = Record()

        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                group.addTask {
                    let tenant = number.isMultiple(of: 2) ? acme : globex
                    try await gate.withPlace(for: tenant, bytes: 1, bodyBytes: 0) { place in
                        try await place.run {
                            record.begin()
                            record.end()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect((1...2).contains(record.most))
        #expect(gate.running == 0 && gate.bytesInFlight == 0)
    }

    @Test func `what is short is decoded without waiting for the thread`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, deadline: .seconds(600)))
        let order = Record()

        try await gate.withPlace(for: acme, bytes: 1, bodyBytes: 0) { place in
            let (began, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = place.run {
                began.signal()
                ends.wait()
                order.add("first")
            }
            await until { began.wait(timeout: .now()) == .success }
            async let second: Void = place.run(reading: DecodingGate.shortBytes + 1) { order.add("second") }
            try await place.run(reading: DecodingGate.shortBytes) { order.add("short") }
            for _ in 0..<1000 { await Task.yield() }

            ends.signal()
            _ = try await (first, second)
        }

        #expect(order.names == ["short", "first", "second"])
    }

    @Test func `one more than the queue holds is refused at once`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 0))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }

        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(5))) {
            try await gate.withPlace(for: globex, bytes: 1, bodyBytes: 0) { _ in }
        }

        #expect(gate.rejected == 1)
        try await first.end()
        try await gate.withPlace(for: globex, bytes: 1, bodyBytes: 0) { _ in }
    }

    @Test func `one tenant has a part of the queue only`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 32, deadline: .seconds(600)))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }
        let waiting = (1...8).map { _ in hold(gate, acme, bytes: 1) }
        await until { gate.queue.waiting == 8 }

        await #expect(throws: DomainError.self) { try await gate.withPlace(for: acme, bytes: 1, bodyBytes: 0) { _ in } }
        let other = hold(gate, globex, bytes: 1)
        await until { gate.queue.waiting == 9 }

        for holder in [first, other] + waiting { holder.opener.finish() }
        for holder in [first, other] + waiting { try await holder.task.value }
        #expect(gate.running == 0 && gate.queue.waiting == 0)
    }

    @Test func `a tenant with nothing in a full queue takes the last place of the one with the most`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 8, deadline: .seconds(600)))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }
        var waiting: [Holder] = []
        for (count, tenant) in [acme, acme, acme, acme, globex, globex, globex, globex].enumerated() {
            waiting.append(hold(gate, tenant, bytes: 1))
            await until { gate.queue.waiting == count + 1 }
        }

        let other = hold(gate, SystemContext.system.newID(), bytes: 1)
        await until { gate.rejected == 1 }

        #expect(gate.queue.waiting == 8)
        await #expect(throws: DomainError.self) { try await gate.withPlace(for: acme, bytes: 1, bodyBytes: 0) { _ in } }
        var rejected = 0
        for holder in [first, other] + waiting { holder.opener.finish() }
        for holder in [first, other] { try await holder.task.value }
        for (place, holder) in waiting.enumerated() {
            do { try await holder.task.value } catch is DomainError {
                rejected += 1
                #expect(place == 3 || place == 7)
            }
        }
        #expect(rejected == 1)
        #expect(gate.running == 0 && gate.queue.waiting == 0)
    }

    @Test func `nobody gives way where each tenant has one place`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 2, deadline: .seconds(600)))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }
        let waiting = [hold(gate, acme, bytes: 1), hold(gate, globex, bytes: 1)]
        await until { gate.queue.waiting == 2 }

        let third = hold(gate, SystemContext.system.newID(), bytes: 1)
        await until { gate.rejected == 1 }

        for holder in [first, third] + waiting { holder.opener.finish() }
        for holder in [first] + waiting { try await holder.task.value }
        await #expect(throws: DomainError.self) { try await third.task.value }
    }

    @Test func `tenants take turns`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 64, deadline: .seconds(600)))
        let order = Record()
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }
        var holders: [Holder] = []
        for (count, name) in ["acme", "acme", "acme", "globex"].enumerated() {
            holders.append(hold(gate, name == "acme" ? acme : globex, bytes: 1) { order.add(name) })
            await until { gate.queue.waiting == count + 1 }
        }

        for holder in [first] + holders { holder.opener.finish() }
        for holder in [first] + holders { try await holder.task.value }

        #expect(order.names.first == "globex")
        #expect(order.names.count == 4)
    }

    @Test func `memory counts until the delivery is written, and what does not fit waits`() async throws {
        let gate = DecodingGate(limits: .init(width: 2, queue: 8, bytes: 100, deadline: .seconds(600)))
        let written = hold(gate, acme, bytes: 70, leaving: 60)
        await until { gate.bytesInFlight == 60 && gate.running == 0 }
        let waiting = hold(gate, globex, bytes: 60)
        await until { gate.queue.waiting == 1 }
        #expect(gate.running == 0)

        try await written.end()
        await until { gate.running == 1 }

        #expect(gate.bytesInFlight == 60)
        #expect(gate.takePeak() == 70)
        try await waiting.end()
        #expect(gate.takePeak() == 60)
        #expect(gate.takePeak() == 0)
    }

    @Test func `one tenant leaves memory to the others`() async throws {
        let gate = DecodingGate(limits: .init(width: 4, queue: 8, bytes: 100, deadline: .seconds(600)))
        // More than a tenant may have counts as all of it.
        let first = hold(gate, acme, bytes: 1000, leaving: 75)
        await until { gate.bytesInFlight == 75 && gate.running == 0 }
        let second = hold(gate, acme, bytes: 1)
        await until { gate.queue.waiting == 1 }

        let other = hold(gate, globex, bytes: 25)
        await until { gate.running == 1 }

        #expect(gate.queue.waiting == 1)
        for holder in [first, second, other] { holder.opener.finish() }
        for holder in [first, second, other] { try await holder.task.value }
        #expect(gate.bytesInFlight == 0)
    }

    @Test func `a failed delivery releases all its memory`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 0))

        await #expect(throws: DomainError.notFound(.event)) {
            try await gate.withPlace(for: acme, bytes: 50, bodyBytes: 0) { place in
                try await place.run { () throws -> Void in throw DomainError.notFound(.event) }
            }
        }

        #expect(gate.running == 0 && gate.bytesInFlight == 0)
    }

    // MARK: Waiting

    @Test func `a delivery that is cancelled while it waits leaves its place to the next one`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 8, deadline: .seconds(60)))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }
        let gone = hold(gate, acme, bytes: 1, bodyBytes: 30)
        await until { gate.queue.waiting == 1 }
        let next = hold(gate, globex, bytes: 7)
        await until { gate.queue.waiting == 2 }

        gone.task.cancel()
        await #expect(throws: CancellationError.self) { try await gone.task.value }
        #expect(gate.queue.waiting == 1 && gate.rejected == 0 && gate.bytesInFlight == 1)

        try await first.end()
        await until { gate.bytesInFlight == 7 }
        try await next.end()
        #expect(gate.running == 0 && gate.bytesInFlight == 0)
    }

    @Test func `a delivery that was cancelled before does not wait, and does not run`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 8, deadline: .seconds(60)))
        let record = Record()
        let enter: @Sendable () async throws -> Void = { [acme] in
            while !Task.isCancelled { await Task.yield() }
            try await gate.withPlace(for: acme, bytes: 1, bodyBytes: 0) { place in
                try await place.run { record.add("ran") }
            }
        }
        let first = hold(gate, globex, bytes: 1)
        await until { gate.running == 1 }

        let waiting = Task(operation: enter)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(gate.queue.waiting == 0)
        try await first.end()

        // A thread is free now.
        let running = Task(operation: enter)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }

        #expect(record.names.isEmpty)
        #expect(gate.running == 0 && gate.bytesInFlight == 0)
    }

    @Test func `a delivery that waits too long is refused, although no other comes or ends`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 8, deadline: .milliseconds(20)))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }

        for count in 1...2 {
            await #expect(throws: DomainError.unavailable(retryAfter: .milliseconds(20))) {
                try await gate.withPlace(for: globex, bytes: 1, bodyBytes: 0) { _ in }
            }
            #expect(gate.rejected == count && gate.queue.waiting == 0)
        }

        try await first.end()
    }

    @Test func `the body of a delivery counts while it waits`() async throws {
        let gate = DecodingGate(limits: .init(width: 1, queue: 8, bytes: 40, deadline: .seconds(600)))
        let first = hold(gate, acme, bytes: 1)
        await until { gate.running == 1 }
        let second = hold(gate, globex, bytes: 20, bodyBytes: 15)
        await until { gate.queue.waiting == 1 }
        #expect(gate.bytesInFlight == 16)
        #expect(gate.takePeak() == 16)

        // Beyond the limit of all, and of one tenant.
        for (tenant, bodyBytes) in [(acme, 6), (globex, 1)] {
            await #expect(throws: DomainError.unavailable(retryAfter: .seconds(600))) {
                try await gate.withPlace(for: tenant, bytes: 1, bodyBytes: bodyBytes) { _ in }
            }
        }
        #expect(gate.rejected == 2)

        try await first.end()
        await until { gate.running == 1 }
        #expect(gate.bytesInFlight == 20)
        try await second.end()
        #expect(gate.bytesInFlight == 0)
    }
}
