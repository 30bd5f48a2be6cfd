import Domain
import Fixtures
import Synchronization
import Testing

@testable import UseCases

/// Stores nothing, but writes down how it was asked, and holds each transaction until it is let go.
private final class SlowEvents: EventStore {
    let transactions = Mutex<[Int]>([])
    let tenants = Mutex<[[Tenant.ID]]>([])
    let gate: AsyncStream<Void>
    private let opener: AsyncStream<Void>.Continuation
    let fails: Bool
    /// A tenant whose events cannot be stored.
    let bad: Tenant.ID?

    init(fails: Bool = false, bad: Tenant.ID? = nil) {
        (gate, opener) = AsyncStream.makeStream()
        self.fails = fails
        self.bad = bad
    }

    func letGo(_ count: Int) {
        for _ in 0..<count { opener.yield() }
    }

    func append(_ batches: [EventBatch]) async throws(DomainError) -> [StoredBatch] {
        transactions.withLock { $0.append(batches.count) }
        tenants.withLock { $0.append(batches.map(\.tenant)) }
        for await _ in gate { break }
        if fails || batches.contains(where: { $0.tenant == bad }) { throw .unavailable(retryAfter: .seconds(1)) }
        return batches.map { StoredBatch(isNew: $0.events.map { _ in true }, bytes: 1) }
    }

    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError) {}

    func forget(of tenant: Tenant.ID, before cutoff: Timestamp, limit: Int) -> Int { 0 }
    func forgetOldest(of tenant: Tenant.ID, above bytes: Int64, limit: Int) -> Int { 0 }
    func namesUser(_ users: [String], in tenant: Tenant.ID) -> Bool { false }
    func erase(_ users: [String], in tenant: Tenant.ID, limit: Int) -> Int { 0 }
    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int { 0 }

    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at now: Timestamp) async throws(DomainError) -> IngestUsage {
        IngestUsage(key: 0, tenant: 0)
    }

    func makeRoom(limit: Int, within span: Duration) -> RoomStep { RoomStep(tenant: nil, rows: 0) }

    func page(
        _ query: EventQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent> {
        Page(items: [], next: nil)
    }

    func event(_ reference: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> StoredEvent {
        throw .notFound(.event)
    }

    func outcomes(from: Timestamp, to: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> ItemOutcomes {
        ItemOutcomes(span: .hours(1), totals: [:], rows: [], isComplete: true)
    }

    func histogram(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> EventHistogram {
        EventHistogram(span: .hours(1), columns: [], isComplete: true)
    }

    func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [FacetCount] {
        []
    }
}

@Suite(.timeLimit(.minutes(5))) struct GroupCommitTests {
    private let tenant: Tenant.ID = SystemContext.system.newID()

    /// - Parameter key: nil for what the server itself recorded.
    private func batch(_ count: Int, of tenant: Tenant.ID, key: APIKey.ID? = SystemContext.system.newID()) -> EventBatch
    {
        EventBatch(
            tenant: tenant,
            key: key,
            networks: nil,
            receivedAt: Timestamp(milliseconds: 1),
            events: batch(count).events,
            counted: []
        )
    }

    private func batch(_ count: Int) -> EventBatch {
        let time = Timestamp(milliseconds: 1)
        let events = (0..<count).map { _ in
            let content = EventContent(
                id: SystemContext.system.newID(),
                occurredAt: time,
                stage: .ui,
                outcome: .success
            )
            return Classifier.classify(Scrubber { _ in "" }.scrub(DecodedEvent(content)), receivedAt: time)
        }
        return EventBatch(tenant: tenant, networks: nil, receivedAt: time, events: events, counted: [])
    }

    @Test func `deliveries that arrive during a write share the next one`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store)

        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await commit.store(batch(1)).isNew.count }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            for _ in 0..<10 { group.addTask { try await commit.store(batch(3)).isNew.count } }
            while await commit.waiting < 30 { await Task.yield() }
            store.letGo(2)
            for try await _ in group {}
        }

        #expect(store.transactions.withLock { $0 } == [1, 10])
    }

    @Test func `a full queue refuses, and what it took is answered`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store, limits: .init(transaction: 100, waiting: 5))

        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await commit.store(batch(1)).isNew.count }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            group.addTask { try await commit.store(batch(5)).isNew.count }
            while await commit.waiting < 5 { await Task.yield() }
            #expect(commit.depth == QueueDepth(waiting: 5, limit: 5))
            await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) { try await commit.store(batch(1)) }
            store.letGo(2)
            var stored = 0
            for try await count in group { stored += count }
            #expect(stored == 6)
            #expect(commit.depth.waiting == 0)
        }
    }

    @Test func `the pressure of a tenant is the part of its places that it has filled`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store, limits: .init(transaction: 100, waiting: 20))
        let (acme, globex): (Tenant.ID, Tenant.ID) = (SystemContext.system.newID(), SystemContext.system.newID())

        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await commit.store(batch(1, of: acme)).isNew.count }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            #expect(await commit.pressure(of: acme) == 0)
            group.addTask { try await commit.store(batch(6, of: acme)).isNew.count }
            while await commit.waiting < 6 { await Task.yield() }
            // 20 places, of which 2 are the server's and 6 are taken.
            #expect(await commit.pressure(of: acme) == 0.5)
            #expect(await commit.pressure(of: globex) == 0)
            group.addTask { try await commit.store(batch(3, of: acme)).isNew.count }
            while await commit.waiting < 9 { await Task.yield() }
            #expect(await commit.pressure(of: acme) == 1)
            await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) {
                try await commit.store(batch(1, of: acme))
            }
            store.letGo(2)
            for try await _ in group {}
        }
    }

    @Test func `a delivery of which every item was refused takes one place in the queue`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store, limits: .init(transaction: 2, waiting: 6))
        let rejected = EventBatch(
            tenant: tenant,
            networks: nil,
            receivedAt: Timestamp(milliseconds: 1),
            events: [],
            counted: [ItemCount(.invalid, .event, reason: "wrong_type", count: 1000)]
        )

        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await commit.store(rejected).isNew.count }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            for _ in 0..<3 { group.addTask { try await commit.store(rejected).isNew.count } }
            while await commit.waiting < 3 { await Task.yield() }
            await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) { try await commit.store(rejected) }
            store.letGo(3)
            for try await _ in group {}
        }

        #expect(store.transactions.withLock { $0 } == [1, 2, 1])
    }

    @Test func `one tenant has half of the places, another has some left, and the server has its own`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store, limits: .init(transaction: 10, waiting: 100))
        let (acme, globex): (Tenant.ID, Tenant.ID) = (SystemContext.system.newID(), SystemContext.system.newID())

        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await commit.store(batch(1, of: acme)).isNew.count }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            for waiting in 1...45 {
                group.addTask { try await commit.store(batch(1, of: acme)).isNew.count }
                while await commit.waiting < waiting { await Task.yield() }
            }
            await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) {
                try await commit.store(batch(1, of: acme))
            }
            group.addTask { try await commit.store(batch(20, of: globex)).isNew.count }
            while await commit.waiting < 65 { await Task.yield() }
            await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) {
                try await commit.store(batch(20, of: globex))
            }
            group.addTask { try await commit.store(batch(15, of: acme, key: nil)).isNew.count }
            while await commit.waiting < 80 { await Task.yield() }
            store.letGo(80)
            for try await _ in group {}
        }

        #expect(commit.depth.waiting == 0)
    }

    @Test func `tenants take turns in a transaction`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store, limits: .init(transaction: 4, waiting: 100))
        let (acme, globex): (Tenant.ID, Tenant.ID) = (SystemContext.system.newID(), SystemContext.system.newID())

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await commit.store(batch(1, of: acme)) }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            for waiting in 1...10 {
                group.addTask { _ = try await commit.store(batch(1, of: acme)) }
                while await commit.waiting < waiting { await Task.yield() }
            }
            group.addTask { _ = try await commit.store(batch(1, of: globex)) }
            while await commit.waiting < 11 { await Task.yield() }
            store.letGo(20)
            for try await _ in group {}
        }

        #expect(store.tenants.withLock { $0[1].contains(globex) })
    }

    @Test(arguments: 0..<7) func `a delivery that the database cannot take fails alone`(place: Int) async throws {
        let bad: Tenant.ID = SystemContext.system.newID()
        let store = SlowEvents(bad: bad)
        let commit = GroupCommit(store: store)

        let results = try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask { try await commit.store(batch(1)).isNew.isEmpty ? nil : nil }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            for index in 0..<7 {
                group.addTask { [tenant] in
                    let isBad = index == place
                    let result = try? await commit.store(batch(1, of: isBad ? bad : tenant))
                    return (result == nil) == isBad
                }
                while await commit.waiting < index + 1 { await Task.yield() }
            }
            store.letGo(20)
            return try await group.reduce(into: [Bool]()) { if let result = $1 { $0.append(result) } }
        }

        #expect(results == Array(repeating: true, count: 7))
        #expect(store.transactions.withLock { $0.count } <= 8)
    }

    @Test func `a database that takes nothing is not asked for each delivery`() async throws {
        let store = SlowEvents(fails: true)
        let commit = GroupCommit(store: store)

        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await commit.store(batch(1))) == nil }
            while store.transactions.withLock({ $0.isEmpty }) { await Task.yield() }
            for _ in 0..<8 { group.addTask { (try? await commit.store(batch(1))) == nil } }
            while await commit.waiting < 8 { await Task.yield() }
            store.letGo(20)
            for await hasFailed in group { #expect(hasFailed) }
        }

        #expect(store.transactions.withLock { $0 } == [1, 8, 4, 4])
    }

    @Test func `a delivery that is cancelled while it waits is in no transaction`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store)
        let (acme, globex): (Tenant.ID, Tenant.ID) = (SystemContext.system.newID(), SystemContext.system.newID())
        let written = Task { try await commit.store(batch(1)).isNew.count }
        try await eventually { !store.transactions.withLock { $0.isEmpty } }
        let gone = Task { try await commit.store(batch(3, of: acme)).isNew.count }
        try await eventually { await commit.waiting == 3 }
        let kept = Task { try await commit.store(batch(2, of: globex)).isNew.count }
        try await eventually { await commit.waiting == 5 }

        // One that is not given up would wait for ever.
        let end = Task {
            try await Task.sleep(for: .seconds(60))
            store.letGo(3)
        }
        defer { end.cancel() }
        gone.cancel()
        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) { try await gone.value }
        #expect(await commit.waiting == 2)
        store.letGo(2)

        #expect(try await written.value == 1)
        #expect(try await kept.value == 2)
        #expect(store.tenants.withLock { $0[1] } == [globex])
        #expect(await commit.pressure(of: acme) == 0)
    }

    @Test func `a delivery that was cancelled before is in no transaction, also when none is being written`()
        async throws
    {
        let store = SlowEvents()
        let commit = GroupCommit(store: store)
        store.letGo(2)

        let gone = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await commit.store(batch(1, of: tenant)).isNew.count
        }
        let own = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await commit.store(batch(2, of: tenant, key: nil)).isNew.count
        }

        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) { try await gone.value }
        #expect(try await own.value == 2)
        #expect(store.transactions.withLock { $0 } == [1])
    }

    @Test func `neither a delivery that is being written nor one of the server itself is given up`() async throws {
        let store = SlowEvents()
        let commit = GroupCommit(store: store)
        let written = Task { try await commit.store(batch(1, of: tenant)).isNew.count }
        try await eventually { !store.transactions.withLock { $0.isEmpty } }
        let own = Task { try await commit.store(batch(2, of: tenant, key: nil)).isNew.count }
        try await eventually { await commit.waiting == 2 }

        written.cancel()
        own.cancel()
        for _ in 0..<100 { await Task.yield() }
        store.letGo(2)

        #expect(try await written.value == 1)
        #expect(try await own.value == 2)
        #expect(store.transactions.withLock { $0 } == [1, 1])
    }

    @Test func `a failed write fails every delivery in it, and the next is tried again`() async throws {
        let store = SlowEvents(fails: true)
        let commit = GroupCommit(store: store)
        store.letGo(2)

        await #expect(throws: DomainError.self) { try await commit.store(batch(1)) }
        await #expect(throws: DomainError.self) { try await commit.store(batch(1)) }
        #expect(store.transactions.withLock { $0 } == [1, 1])
    }
}
