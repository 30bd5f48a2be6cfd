import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

@Suite struct ItemOutcomeTests {
    private func outcomes(_ acme: TestTenant, over range: Duration = .days(1)) async throws -> ItemOutcomes {
        let now = acme.installation.clock.now
        return try await acme.services.events.outcomes(
            from: now - range,
            to: now + .minutes(1),
            grant: acme.system.grant()
        )
    }

    @Test func `every item that arrived has one outcome, and the numbers add up`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        var log = acme.event(3)
        log.category = .log
        let rejected = RejectedItem(index: 4, id: nil, code: "wrong_type", message: "", category: .event)
        let delivery = EventDelivery(
            sentAt: nil,
            items: [
                .event(acme.event(1)), .event(acme.event(2)), .event(log), .rejected(rejected), .rejected(rejected),
            ],
            examined: 9,
            counted: [
                ItemCount(.filtered, .other, reason: "unsupported", count: 4),
                ItemCount(.lost, .event, reason: "queue_overflow", count: 30),
            ]
        )

        try await acme.deliver(delivery)
        try await acme.deliver([acme.event(2), acme.event(5)])

        let found = try await outcomes(acme)
        #expect(found.totals == [.stored: 4, .duplicate: 1, .invalid: 2, .filtered: 4, .lost: 30])
        #expect(found.received == 11)
        #expect(found.rows.reduce(0) { $0 + $1.items.count } == 41)
        #expect(found.rows.contains { $0.items == ItemCount(.stored, .log, count: 1) })
        #expect(found.rows.contains { $0.items == ItemCount(.invalid, .event, reason: "wrong_type", count: 2) })
        #expect(Set(found.rows.map(\.key)).count == 1 && found.rows.allSatisfy { $0.key != nil } && found.isComplete)
    }

    @Test func `a sampled event is counted like the others, and has no row`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let now = acme.installation.clock.now
        let events = (1...3).map { number in
            Classifier.classify(Scrubber { _ in "" }.scrub(acme.event(number)), receivedAt: now)
        }
        let batch = EventBatch(
            tenant: acme.tenant.id,
            key: SystemContext.system.newID(),
            networks: nil,
            receivedAt: now,
            events: [events[0]],
            sampled: events[1...].map { SampledEvent($0, reason: "success") },
            counted: []
        )
        _ = try await acme.services.intake.recorder.commit.store(batch)

        let found = try await outcomes(acme)
        #expect(found.totals == [.stored: 1, .sampled: 2] && found.received == 3)
        #expect(found.rows.contains { $0.items == ItemCount(.sampled, .event, reason: "success", count: 2) })
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        let page = try await acme.services.events.page(query, PageRequest(limit: 10), grant: acme.system.grant())
        #expect(page.items.map(\.content.id) == [events[0].content.id])
        let counts = try await acme.services.events.counts(query, by: EventFacet(.stage), grant: acme.system.grant())
        #expect(counts.map(\.count) == [3])

        // The answer was lost, and the client sends the delivery again.
        _ = try await acme.services.intake.recorder.commit.store(batch)

        #expect(try await outcomes(acme).totals == [.stored: 1, .sampled: 2, .duplicate: 3])
        let again = try await acme.services.events.counts(query, by: EventFacet(.stage), grant: acme.system.grant())
        #expect(again == counts)
    }

    @Test func `items are counted by hour, and longer ranges are counted by day`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver([acme.event(1)])
        acme.installation.clock.advance(by: .hours(3))
        try await acme.deliver([acme.event(2)])

        let (day, week) = (try await outcomes(acme), try await outcomes(acme, over: .days(7)))

        #expect(day.span == .hours(1) && day.rows.count == 2)
        #expect(day.rows[0].start > day.rows[1].start)
        #expect(week.span == .days(1) && week.totals == day.totals)
    }

    @Test func `a range of days begins at its hour`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver([acme.event(1)])
        let first = acme.installation.clock.now
        acme.installation.clock.advance(by: .hours(2))
        try await acme.deliver([acme.event(2)])

        let found = try await acme.services.events.outcomes(
            from: first + .hours(1),
            to: first + .days(4),
            grant: acme.system.grant()
        )

        #expect(found.totals == [.stored: 1] && found.rows.map(\.items.count) == [1])
    }

    @Test func `another tenant's items are not counted`() async throws {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        try await acme.deliver([acme.event(1)])

        #expect(try await outcomes(globex).totals.isEmpty)
        #expect(try await outcomes(acme).totals == [.stored: 1])
    }
}
