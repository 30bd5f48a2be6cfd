import Domain
import Fixtures
import Testing
import UseCases

/// Walks the table of dimensions over the database: a row without its column fails here.
@Suite struct DimensionStoreTests {
    private let acme: TestTenant

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private var lastDay: EventQuery {
        EventQuery(from: acme.installation.clock.now - .days(1), to: acme.installation.clock.now + .minutes(1))
    }

    /// Two events that differ in every dimension.
    private func events() -> [DecodedEvent] {
        [1, 2].map { number in
            var event = acme.event(
                number,
                stage: number == 1 ? .refresh : .signOut,
                outcome: number == 1 ? .failed : .success
            )
            event.content.source = number == 1 ? .client : .server
            event.content.attempt = TraceID("0af7651916cd43dd8448eb211c80319\(number)")
            for dimension in EventDimension.texts { event.content.texts[dimension] = "\(dimension.name) \(number)" }
            return event
        }
    }

    @Test func `every dimension is stored and read`() async throws {
        let events = events()
        try await acme.deliver(events)

        let page = try await acme.services.events.page(lastDay, PageRequest(), grant: acme.system.grant())

        #expect(page.items.count == 2)
        for event in events {
            let stored = try #require(page.items.first { $0.content.id == event.content.id })
            for dimension in EventDimension.allCases where dimension != .code {
                #expect(stored[dimension] == event.content[dimension], "\(dimension)")
            }
        }
    }

    @Test(arguments: EventDimension.filtered)
    func `events are filtered by every dimension that has a filter`(dimension: EventDimension) async throws {
        try await acme.deliver(events())
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let all = try await acme.services.events.page(lastDay, PageRequest(), grant: grant).items

        for event in all {
            var query = lastDay
            // A success has no code, and no filter finds what is absent.
            guard let value = event[dimension] else { continue }
            query[dimension] = value
            let found = try await acme.services.events.page(query, PageRequest(), grant: grant).items
            #expect(found.map(\.content.id) == [event.content.id])
            #expect(try await acme.services.events.histogram(query, grant: grant).total == 1)
        }
        #expect(Set(all.map { $0[dimension] }).count == 2)
    }

    @Test(arguments: EventFacet.allCases)
    func `events are counted by every facet`(facet: EventFacet) async throws {
        try await acme.deliver(events())

        let counts = try await acme.services.events.counts(lastDay, by: facet, grant: acme.system.grant())

        let events = try await acme.services.events.page(lastDay, PageRequest(), grant: acme.system.grant()).items
        #expect(Set(counts.map(\.value)) == Set(events.map { $0[facet.dimension] }))
        #expect(counts.map(\.count) == [1, 1])
    }
}
