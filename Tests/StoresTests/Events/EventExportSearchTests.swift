import Domain
import Fixtures
import Testing

@testable import Stores
@testable import UseCases

/// An export whose search is long, so that the store answers in parts.
@Suite struct EventExportSearchTests {
    @Test func `the rights are asked for between the parts of a long search`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await acme.deliver((1...40).map { acme.event($0, ago: .minutes(1) + .milliseconds($0)) })
        var events = Events(
            access: StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") },
            now: { installation.clock.now }
        )
        events.limits = EventWalk.Limits(rows: 5, rowsAtOnce: 5, time: .seconds(10))
        let exports = EventExports(store: events, audit: installation.stores.audit, now: { installation.clock.now })
        var query = EventQuery(from: installation.clock.now - .hours(1), to: installation.clock.now)
        query.condition = try QueryParser.parse("duration:>1s")
        let grant: Grant<ReadEvents> = try acme.system.grant()
        var export = try await exports.begin(EventExports.Draft(query: query, format: .ndjson), grant: grant)

        let parts = [try await export.next(grant), try await export.next(grant)]

        #expect(parts == [[], []])
        let running = export
        await #expect(throws: DomainError.notFound(.tenant)) {
            var export = running
            _ = try await export.next(globex.system.grant())
        }
        var count = 0
        while let events = try await export.next(grant) {
            #expect(events.isEmpty)
            count += 1
        }
        #expect(count > 1)
    }
}
