import Domain
import Fixtures
import Testing

@testable import Stores
@testable import UseCases

/// Live tails whose searches are long, so that the store answers in parts.
@Suite struct EventTailSearchTests {
    private let acme: TestTenant
    private let tails: EventTails

    init() async throws {
        let installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        var events = Events(
            access: StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") },
            now: { installation.clock.now }
        )
        events.limits = EventWalk.Limits(rows: 5, rowsAtOnce: 5, time: .seconds(10))
        let clock = installation.clock
        tails = EventTails(
            feed: EventFeed(now: { clock.now }),
            store: events,
            isOneOfMany: true,
            now: { clock.now }
        )
        try await acme.deliver((1...40).map { acme.event($0, ago: .minutes(1) + .milliseconds($0)) })
    }

    private func next(after last: Event.Reference?) async throws -> TailBatch {
        let now = acme.installation.clock.now
        var query = EventQuery(from: now - .hours(1), to: now)
        query.condition = try QueryParser.parse("duration:>1s")
        var tail = try tails.open(query, after: last, grant: acme.system.grant())
        return try await tail.next(acme.system.grant())
    }

    @Test func `a poll that stopped early without an event says that some may be missing`() async throws {
        #expect(try await next(after: nil).dropped == [.init(.rate, nil)])
    }

    @Test func `a reader that reconnects is told of a gap when the search stopped early`() async throws {
        let content = acme.event(40, ago: .minutes(1) + .milliseconds(40)).content
        let last = Event.Reference(occurredAt: content.occurredAt, id: content.id)

        #expect(try await next(after: last).dropped.contains(.init(.gap, nil)))
    }
}
