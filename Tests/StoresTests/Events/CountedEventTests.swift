import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import Stores
@testable import UseCases

/// Events without rows are counted once, however often and in whatever company they are delivered.
@Suite struct CountedEventTests {
    private let installation: Installation
    private let acme: TestTenant
    private let globex: TestTenant
    private let start: Timestamp
    private let key: APIKey.ID = SystemContext.system.newID()

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        globex = try await TestTenant("globex", in: installation)
        start = installation.clock.now
    }

    private func event(_ number: Int, ago: Duration = .minutes(1)) -> DecodedEvent {
        var event = acme.event(number, outcome: .success)
        event.content.occurredAt = start - ago
        return event
    }

    /// - Returns: for each stored event whether it is new.
    @discardableResult
    private func deliver(
        _ stored: [DecodedEvent] = [],
        sampled: [DecodedEvent] = [],
        sentAt: Timestamp? = nil,
        to house: TestTenant? = nil
    ) async throws -> [Bool] {
        let now = installation.clock.now
        let clock = ClockCorrection(sentAt: sentAt, receivedAt: now)
        let pipeline = EventPipeline(scrubber: Scrubber { $0 }, clock: clock)
        let batch = EventBatch(
            tenant: (house ?? acme).tenant.id,
            key: key,
            networks: nil,
            receivedAt: now,
            events: stored.map { pipeline.run($0, receivedAt: now) },
            sampled: sampled.map { SampledEvent(pipeline.run($0, receivedAt: now), reason: "success") },
            counted: []
        )
        return try await installation.stores.events.append([batch])[0].isNew
    }

    /// The events that are counted, by each width and by stage, and those that have rows.
    private func counts(_ house: TestTenant? = nil) async throws -> [Int] {
        let house = house ?? acme
        let number: SQL = "(SELECT number FROM event_tenants WHERE id = \(house.tenant.id))"
        let statements: [SQL] = [
            "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) AS n FROM event_counts WHERE tenant_id = \(sql: number) AND span = 'm'",
            "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) AS n FROM event_counts WHERE tenant_id = \(sql: number) AND span = 'd'",
            "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) AS n FROM event_totals WHERE tenant_id = \(sql: number) AND span = 'h'",
            "SELECT count(*) AS n FROM events WHERE tenant_id = \(sql: number)",
        ]
        return try await installation.events.read(.installation("test")) { transaction in
            try statements.map { try transaction.value($0) ?? -1 }
        }
    }

    private func outcomes(_ house: TestTenant? = nil) async throws -> [ItemOutcome: Int] {
        let (house, now) = (house ?? acme, installation.clock.now)
        return try await house.services.events.outcomes(
            from: now - .days(1),
            to: now + .minutes(1),
            grant: house.system.grant()
        ).totals
    }

    private func number(_ statement: SQL) async throws -> Int {
        try await installation.events.read(.installation("test")) { try $0.value(statement) ?? -1 }
    }

    private func countedRows() async throws -> Int { try await number("SELECT count(*) AS n FROM counted_events") }

    private func held() async throws -> Int {
        try await number("SELECT CAST(sum(bytes) AS BIGINT) AS n FROM tenant_bytes")
    }

    @Test func `a delivery of sampled events alone is counted once`() async throws {
        let events = (1...450).map { event($0, ago: .milliseconds(Int64($0 / 3))) }
        try await deliver(sampled: events)
        let first = try await held()
        installation.clock.advance(by: .minutes(10))

        try await deliver(sampled: events)

        #expect(try await counts() == [450, 450, 450, 0])
        #expect(try await outcomes() == [.sampled: 450, .duplicate: 450])
        // An outcome by hour.
        #expect(try await held() - first == RowCost(engine: installation.events.engine).bytes(of: .outcome))
    }

    @Test func `an event that comes twice in a delivery is counted once`() async throws {
        try await deliver([event(1)], sampled: [event(2), event(1), event(2), event(2)])

        #expect(try await counts() == [2, 2, 2, 1])
        #expect(try await outcomes() == [.stored: 1, .sampled: 1, .duplicate: 3])
    }

    @Test func `a client sends its events again in other deliveries`() async throws {
        try await deliver([event(1), event(2)], sampled: [event(3), event(4), event(5)])

        try await deliver([event(6)], sampled: [event(4)])
        try await deliver([event(1), event(7)], sampled: [event(5), event(8)])
        try await deliver(sampled: [event(3), event(9)])

        #expect(try await counts() == [9, 9, 9, 4])
        #expect(try await outcomes() == [.stored: 4, .sampled: 5, .duplicate: 4])
    }

    @Test func `an event that was counted gets no row later`() async throws {
        try await deliver([event(1)], sampled: [event(2), event(3)])

        let isNew = try await deliver([event(4), event(3), event(2), event(1)])

        #expect(isNew == [true, false, false, false])
        #expect(try await counts() == [4, 4, 4, 2])
        #expect(try await outcomes() == [.stored: 2, .sampled: 2, .duplicate: 3])
    }

    @Test func `an event that has a row is not counted later, whatever its sequence number`() async throws {
        // Their ids have the same last three bytes.
        let alike = (0..<4).map { event(7 + $0 << 24) }
        try await deliver(alike)

        try await deliver(sampled: alike + [event(7 + 4 << 24)])

        #expect(try await counts() == [5, 5, 5, 4])
        #expect(try await outcomes() == [.stored: 4, .sampled: 1, .duplicate: 4])
    }

    @Test func `an id of another time, or of another tenant, is another event`() async throws {
        try await deliver(sampled: [event(1)])

        try await deliver(sampled: [event(1, ago: .seconds(61)), event(1, ago: .milliseconds(60_001))])
        try await deliver([event(1, ago: .seconds(62))])
        try await deliver(sampled: [event(1)], to: globex)
        try await deliver([event(1)], to: globex)

        #expect(try await counts() == [4, 4, 4, 1])
        #expect(try await counts(globex) == [1, 1, 1, 0])
        #expect(try await outcomes(globex) == [.sampled: 1, .duplicate: 1])
    }

    @Test(arguments: [false, true]) func `a corrected clock makes no other event`(wasCorrect: Bool) async throws {
        // The clock of the client is four minutes slow, or a delivery is four minutes on its way.
        let sentAt = start - (wasCorrect ? .zero : .minutes(4))
        try await deliver(sampled: [event(1, ago: .minutes(5))], sentAt: sentAt)
        for minutes in [3, 9] {
            installation.clock.advance(by: .minutes(Int64(minutes)))
            try await deliver(sampled: [event(1, ago: .minutes(5))], sentAt: sentAt)
            #expect(try await deliver([event(1, ago: .minutes(5))], sentAt: sentAt) == [false])
        }

        #expect(try await counts() == [1, 1, 1, 0])
        #expect(try await outcomes() == [.sampled: 1, .duplicate: 4])
    }

    @Test func `an event without a time of its own is counted once`() async throws {
        func timeless() -> DecodedEvent {
            var content = event(1).content
            content.occurredAt = installation.clock.now
            return DecodedEvent(content, hasOwnTime: false)
        }
        try await deliver(sampled: [timeless()])
        installation.clock.advance(by: .minutes(3))

        try await deliver(sampled: [timeless()])
        #expect(try await deliver([timeless()]) == [false])

        #expect(try await counts() == [1, 1, 1, 0])
    }

    @Test func `an event that was counted leaves nothing but an outcome when it comes below the level`() async throws {
        let events = (1...20).map { number in
            var event = acme.event(number, message: "The keychain of \(number) was locked.", user: "user \(number)")
            event.content.occurredAt = start - .minutes(1)
            return event
        }
        try await deliver(sampled: events)
        let first = try await held()

        #expect(try await deliver(events) == events.map { _ in false })

        #expect(try await held() - first == RowCost(engine: installation.events.engine).bytes(of: .outcome))
        #expect(try await number("SELECT count(*) AS n FROM subjects") == 0)
        #expect(try await number("SELECT count(*) AS n FROM messages") == 0)
    }

    @Test func `an event is found after another one, whose sequence number it had, was erased`() async throws {
        let alike = ["ada", "bob"].enumerated().map { number, user in
            var event = event(7 + number << 24)
            event.content.texts[.user] = user
            return event
        }
        try await deliver(alike)
        while try await installation.stores.events.erase(["ada"], in: acme.tenant.id, limit: 10) > 0 {}

        try await deliver(sampled: [alike[1]])

        #expect(try await outcomes() == [.stored: 2, .duplicate: 1])
    }

    @Test func `a repeated success brings no user back who is out again`() async throws {
        func of(_ user: String, _ event: DecodedEvent, at time: Timestamp) -> DecodedEvent {
            var content = event.content
            content.occurredAt = time
            content.texts[.user] = user
            return DecodedEvent(content, hasOwnTime: event.content.outcome == .failed)
        }
        func areOut() async throws -> Int { try await number("SELECT sum(is_out) AS n FROM failure_users") }
        func succeed() async throws {
            try await deliver(sampled: [of("ada", event(1), at: installation.clock.now)])
        }
        try await deliver([of("ada", acme.event(2), at: start - .minutes(1))])
        #expect(try await areOut() == 1)
        try await succeed()
        #expect(try await areOut() == 0)
        installation.clock.advance(by: .minutes(1))
        try await deliver([of("ada", acme.event(3), at: installation.clock.now)])
        #expect(try await areOut() == 1)
        installation.clock.advance(by: .minutes(1))

        try await succeed()

        #expect(try await outcomes()[.duplicate] == 1)
        #expect(try await areOut() == 1)
    }

    @Test func `a failure that was only counted has its users missing once`() async throws {
        func failing() -> DecodedEvent {
            var event = acme.event(1, user: "ada")
            event.content.occurredAt = start - .minutes(2)
            return event
        }
        try await deliver([failing()])
        try await deliver(sampled: [failing()])

        let missing: Int64? = try await installation.events.read(.installation("test")) {
            try $0.value("SELECT users_missing_at FROM failures")
        }
        #expect(missing == nil)
    }

    @Test func `the receipt says how many items were stored or counted before`() async throws {
        let installation = try await Installation(ingestBudget: .init(perKey: 100_000, perTenant: 1 << 40))
        let acme = try await TestTenant("acme", in: installation)
        let deliveries = (0..<30).map { part in (0..<100).map { acme.event(part * 100 + $0, outcome: .success) } }
        for events in deliveries {
            let first = try await acme.deliver(events)
            #expect(first.duplicates == 0)
            guard first.sampled > 0 else { continue }
            let again = try await acme.deliver(events)
            #expect(again.duplicates == 100 && again.accepted + again.sampled == 100)
            return
        }
        Issue.record("no delivery was sampled")
    }

    @Test func `what was counted is kept as long as events are, and then deleted with its bytes`() async throws {
        try await deliver([event(1), event(2, ago: .days(20))], sampled: [event(3), event(4, ago: .days(20))])
        let early = try await held()

        while try await installation.stores.events.forget(before: start - .days(10), limit: 10) > 0 {}
        #expect(try await countedRows() == 1)
        #expect(try await held() < early)
        try await deliver(sampled: [event(3)])
        #expect(try await outcomes() == [.stored: 2, .sampled: 2, .duplicate: 1])

        // A tenant's own age.
        try await deliver(sampled: [event(5, ago: .days(9))])
        #expect(
            try await installation.stores.events.forget(of: acme.tenant.id, before: start - .days(8), limit: 5) == 1
        )
        #expect(try await countedRows() == 1)
    }

    @Test func `to make room the oldest go first, and only after everything that is older or finer`() async throws {
        let events = (0..<300).map { event($0, ago: .minutes(Int64($0 * 10))) }
        try await deliver(sampled: events)
        let store = installation.stores.events

        while try await installation.events.read(
            .installation("test"),
            { transaction in
                try transaction.value("SELECT count(*) AS n FROM event_counts WHERE span = 'm'", as: Int.self) ?? 0
            }
        ) > 0 {
            try #require(await store.makeRoom(limit: 20, within: .seconds(600)).rows > 0)
        }
        // Two days and a hundred minutes are left, of 300 times ten minutes.
        try await deliver(sampled: Array(events[..<288]))
        #expect(try await outcomes()[.duplicate] == 288)

        var rows = try await countedRows()
        while rows > 100 {
            try #require(await store.makeRoom(limit: 20, within: .seconds(600)).rows > 0)
            rows = try await countedRows()
        }
        try await deliver(sampled: Array(events[..<rows]))
        #expect(try await outcomes()[.duplicate] == 288 + rows)
    }
}
