import Domain
import Fixtures
import Testing

@testable import UseCases

/// A tenant whose events are committed by this node, or by another one, and tails of them.
private struct TailSite {
    let acme: TestTenant
    let tails: EventTails
    private let feed: EventFeed
    private let own: GroupCommit
    private let other: GroupCommit

    init(
        ring limits: EventFeed.Limits = .init(),
        isOneOfMany: Bool = false,
        backlogBytes: Int = 4 << 20
    ) async throws {
        let installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        let clock = installation.clock
        let store = installation.stores.events
        feed = EventFeed(limits: limits, now: { clock.now })
        own = GroupCommit(store: store, feed: feed)
        other = GroupCommit(store: store)
        tails = EventTails(
            feed: feed,
            store: store,
            isOneOfMany: isOneOfMany,
            limits: .init(ofPrincipal: 2, ofTenant: 3, all: 4),
            backlogBytes: backlogBytes,
            now: { clock.now }
        )
    }

    var clock: TestClock { acme.installation.clock }
    var grant: Grant<ReadEvents> { get throws { try acme.system.grant() } }
    var keptTenants: Int { feed.tenants }
    var everything: EventQuery { EventQuery(from: clock.now - .hours(1), to: clock.now) }

    func open(_ query: EventQuery? = nil, after last: Event.Reference? = nil) throws -> EventTail {
        try tails.open(query ?? everything, after: last, grant: grant)
    }

    func batch(_ events: [DecodedEvent], of tenant: Tenant.ID? = nil) -> EventBatch {
        EventBatch(
            tenant: tenant ?? acme.tenant.id,
            networks: nil,
            receivedAt: clock.now,
            events: events.map {
                Classifier.classify(Scrubber { _ in "" }.scrub($0), receivedAt: clock.now)
            },
            counted: []
        )
    }

    func commit(_ numbers: ClosedRange<Int>, stage: Stage = .refresh) async throws {
        _ = try await own.store(batch(numbers.map { acme.event($0, stage: stage) }))
    }

    func commitElsewhere(_ numbers: ClosedRange<Int>, ago: Duration = .minutes(1)) async throws {
        _ = try await other.store(batch(numbers.map { acme.event($0, ago: ago) }))
    }

    /// The reference of `acme.event(number)`.
    func reference(_ number: Int, ago: Duration = .minutes(1)) -> Event.Reference {
        let content = acme.event(number, ago: ago).content
        return Event.Reference(occurredAt: content.occurredAt, id: content.id)
    }
}

extension TailBatch {
    fileprivate var references: [Event.Reference] { events.map(\.reference) }
}

@Suite struct EventTailTests {
    @Test func `a tail shows what is committed after it began, once`() async throws {
        let site = try await TailSite()
        try await site.commit(1...1)
        var tail = try site.open()
        try await site.commit(1...3)

        let first = try await tail.next(site.grant)
        let second = try await tail.next(site.grant)

        #expect(first.references == [site.reference(2), site.reference(3)])
        #expect(first.dropped == [] && second.isEmpty)
    }

    @Test func `an event that happened long ago is shown when it arrives`() async throws {
        let site = try await TailSite()
        var tail = try site.open()

        try await site.commit(1...1)
        let old = site.acme.event(2, ago: .days(3))
        _ = try await GroupCommit(store: site.tails.store, feed: site.tails.feed).store(site.batch([old]))

        #expect(try await tail.next(site.grant).events.count == 2)
    }

    @Test func `a tail shows only events that match`() async throws {
        let site = try await TailSite()
        var query = site.everything
        query.stage = .sessionStore
        query.condition = try QueryParser.parse("message:*locked*")
        var tail = try site.open(query)

        try await site.commit(1...1, stage: .refresh)
        try await site.commit(2...2, stage: .sessionStore)

        #expect(try await tail.next(site.grant).references == [site.reference(2)])
    }

    @Test func `a tail shows a UUID as the list does, in whichever case it was sent`() async throws {
        let site = try await TailSite()
        let id = "0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A907"
        var query = site.everything
        query.condition = try QueryParser.parse("user:\(id.lowercased())")
        var tail = try site.open(query)
        let commit = GroupCommit(store: site.tails.store, feed: site.tails.feed)
        _ = try await commit.store(site.batch([site.acme.event(1, user: id)]))

        #expect(try await tail.next(site.grant).events.map { $0.content[.user] } == [id.lowercased()])
    }

    @Test func `a tail shows nothing of another tenant, and no grant of another tenant reads it`() async throws {
        let site = try await TailSite()
        let globex = try await TestTenant("globex", in: site.acme.installation)
        var tail = try site.open()
        let commit = GroupCommit(store: site.tails.store, feed: site.tails.feed)
        _ = try await commit.store(site.batch([globex.event(1)], of: globex.tenant.id))

        #expect(try await tail.next(site.grant).isEmpty)
        await #expect(throws: DomainError.notFound(.tenant)) { _ = try await tail.next(globex.system.grant()) }
    }

    @Test func `a reader that is too slow is told how many events it missed`() async throws {
        let site = try await TailSite(ring: .init(events: 3))
        var tail = try site.open()

        try await site.commit(1...8)
        let batch = try await tail.next(site.grant)

        #expect(batch.references == (6...8).map { site.reference($0) })
        #expect(batch.dropped == [.init(.slow, 5)])
    }

    @Test func `events take no more memory than the ring has`() async throws {
        let one = try await TailSite().batch([TestTenant("acme", in: Installation()).event(1)]).events[0]
        let site = try await TailSite(ring: .init(events: 100, bytes: 2 * one.content.memoryBytes + 10))
        var tail = try site.open()

        try await site.commit(1...8)
        let batch = try await tail.next(site.grant)

        #expect(batch.events.count == 2 && batch.dropped == [.init(.slow, 6)])
    }

    @Test func `more than the rate are dropped, the oldest first, and the number is told`() async throws {
        let site = try await TailSite()
        var tail = try site.open()

        try await site.commit(1...(EventTail.burst + 7))
        let first = try await tail.next(site.grant)
        site.clock.advance(by: .seconds(1))
        try await site.commit(1001...1100)
        let second = try await tail.next(site.grant)

        #expect(first.events.count == EventTail.burst && first.dropped == [.init(.rate, 7)])
        #expect(first.references.first == site.reference(8, ago: .minutes(1) + .seconds(1)))
        #expect(second.events.count == EventTail.rate && second.dropped == [.init(.rate, 50)])
    }

    // MARK: Resuming

    @Test func `a reader that reconnects gets what was committed meanwhile, from memory`() async throws {
        let site = try await TailSite()
        var first: EventTail? = try site.open()
        try await site.commit(1...2)
        _ = try await first?.next(site.grant)
        first = nil
        try await site.commit(3...4)

        var again = try site.open(after: site.reference(2))
        try await site.commit(5...5)

        #expect(try await again.next(site.grant).references == (3...5).map { site.reference($0) })
    }

    @Test func `a reader that reconnects after a restart gets what it missed from the store, once`() async throws {
        let site = try await TailSite()
        try await site.commitElsewhere(1...3)
        for number in 4...6 { try await site.commitElsewhere(number...number, ago: .seconds(60 - number)) }

        var tail = try site.open(after: site.reference(4, ago: .seconds(56)))
        try await site.commit(4...4)
        let batch = try await tail.next(site.grant)

        #expect(
            batch.references == [
                site.reference(5, ago: .seconds(55)), site.reference(6, ago: .seconds(54)), site.reference(4),
            ]
        )
        #expect(batch.dropped == [])
    }

    @Test func `a reader whose last event was ahead of the clock misses nothing that came after it`() async throws {
        let site = try await TailSite()
        let ahead = site.reference(1, ago: .seconds(-110))
        try await site.commitElsewhere(1...1, ago: .seconds(-110))
        site.clock.advance(by: .seconds(20))
        try await site.commitElsewhere(2...3, ago: .seconds(1))

        var tail = try site.open(after: ahead)
        let batch = try await tail.next(site.grant)

        #expect(Set(batch.events.map(\.reference)).isSuperset(of: [2, 3].map { site.reference($0, ago: .seconds(1)) }))
        #expect(!batch.references.contains(ahead))
    }

    @Test func `a reader who had no event yet goes on from the moment at which the tail began`() async throws {
        let site = try await TailSite()
        try await site.commitElsewhere(1...1)
        site.clock.advance(by: .minutes(1))
        let place = try site.open().start
        site.clock.advance(by: .minutes(1))
        try await site.commitElsewhere(2...2, ago: .minutes(3))

        var tail = try site.open(after: place)
        try await site.commit(3...3)
        let batch = try await tail.next(site.grant)

        #expect(batch.references == [site.reference(2, ago: .minutes(3)), site.reference(3)])
        #expect(batch.dropped == [] && tail.start == place)
        #expect(try await tail.next(site.grant).isEmpty)
    }

    @Test func `a reader who had no event is told of a gap that is longer than a day`() async throws {
        let site = try await TailSite()
        let place = try site.open().start
        site.clock.advance(by: .days(2))
        try await site.commitElsewhere(1...1)

        var tail = try site.open(after: place)
        let batch = try await tail.next(site.grant)

        #expect(batch.references == [site.reference(1)] && batch.dropped == [.init(.gap, nil)])
    }

    @Test func `a gap that is longer than a day is told`() async throws {
        let site = try await TailSite()
        try await site.commitElsewhere(1...1, ago: .days(2))
        try await site.commitElsewhere(2...2)

        var tail = try site.open(after: site.reference(1, ago: .days(2)))
        let batch = try await tail.next(site.grant)

        #expect(batch.references == [site.reference(2)] && batch.dropped == [.init(.gap, nil)])
    }

    @Test func `a reader that missed more than memory may hold gets the newest events and is told of a gap`()
        async throws
    {
        let site = try await TailSite(backlogBytes: 1000)
        for number in 1...4 { try await site.commitElsewhere(number...number, ago: .seconds(600 - number)) }
        try await site.commitElsewhere(5...204)

        var tail = try site.open(after: site.reference(1, ago: .seconds(599)))
        let batch = try await tail.next(site.grant)

        #expect(batch.events.count == 200 && !batch.references.contains(site.reference(4, ago: .seconds(596))))
        #expect(batch.dropped == [.init(.gap, nil)])
    }

    @Test func `the events of a tenant are kept for a moment after its last tail, and not for ever`() async throws {
        let site = try await TailSite()
        var tail: EventTail? = try site.open()
        _ = try await tail?.next(site.grant)
        tail = nil
        try await site.commit(1...1)
        #expect(site.keptTenants == 1)

        site.clock.advance(by: .minutes(3))
        try await site.commit(2...2)

        #expect(site.keptTenants == 0)
    }

    // MARK: Several nodes

    @Test func `events of other nodes are found in the store, once`() async throws {
        let site = try await TailSite(isOneOfMany: true)
        try await site.commitElsewhere(1...1)
        site.clock.advance(by: .minutes(1))
        var tail = try site.open()
        _ = try await tail.next(site.grant)
        try await site.commit(2...2)
        try await site.commitElsewhere(3...3)

        let early = try await tail.next(site.grant)
        site.clock.advance(by: .seconds(1))
        let late = try await tail.next(site.grant)
        site.clock.advance(by: .seconds(1))

        #expect(early.references.count == 1 && late.references.count == 1)
        #expect(Set(early.references + late.references).count == 2)
        #expect(try await tail.next(site.grant).isEmpty)
    }

    // MARK: Limits

    @Test func `a principal, a tenant and the server have a limited number of tails`() async throws {
        let site = try await TailSite()
        let ada = try await site.acme.add("Ada", role: .admin)
        let role = try #require(Role.builtIn.first { $0.name == .admin })
        let other: Grant<ReadEvents> = try site.acme.access(ada, as: role).grant()
        var open = [try site.open(), try site.open()]

        #expect(throws: DomainError.throttled(retryAfter: .seconds(10))) { _ = try site.open() }
        open.append(try site.tails.open(site.everything, after: nil, grant: other))
        #expect(throws: DomainError.throttled(retryAfter: .seconds(10))) {
            _ = try site.tails.open(site.everything, after: nil, grant: other)
        }
        #expect(site.tails.count == 3)

        open = []
        #expect(site.tails.count == 0)
        _ = try site.open()
    }

    @Test func `no tail opens while the server stops`() async throws {
        let site = try await TailSite()

        site.tails.stop()

        #expect(throws: DomainError.unavailable(retryAfter: .seconds(5))) { _ = try site.open() }
    }
}
