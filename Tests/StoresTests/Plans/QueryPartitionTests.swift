import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

/// A query reads only the days of its span of time, so that its cost does not grow with what the tenant keeps.
@Suite(.needsPostgres) struct QueryPartitionTests {
    private static let millisecondsOfDay: Int64 = 86_400_000
    /// One of each way in which events are found.
    private static let queries = [
        "", "outcome:failed", "code:keychain.*", "release:>=2.3", "-code:*", "keychain", "\"locked.\"", "user:ada",
        "user:*", "user:none", "attempt:0af7651916cd43dd8448eb211c80319c", "duration:>1s", "keychain OR user:ada",
        "-outcome:success release:2.4.0 keychain", "time:<=now",
    ]

    private let acme: TestTenant
    private let events: Events
    private let recorder = StatementRecorder()
    /// The third of five days with events, counted from 1970-01-01.
    private let day: Int64

    init() async throws {
        let installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        events = Events(
            access: StoreAccess(database: ObservedDatabase(installation.events, observers: [recorder])) {
                Issue.record("\($0)")
            },
            now: { installation.clock.now }
        )
        let now = installation.clock.now
        day = now.milliseconds / Self.millisecondsOfDay - 3
        try await installation.stores.events.prepare(from: now - .days(6), through: now)
        for offset in -2...2 as ClosedRange<Int64> {
            let noon = Timestamp(milliseconds: (day + offset) * Self.millisecondsOfDay + Self.millisecondsOfDay / 2)
            try await acme.deliver([acme.event(Int(offset) + 10, user: "ada", ago: now.since(noon))])
        }
    }

    private func query(_ text: String) throws -> EventQuery {
        let start = Timestamp(milliseconds: day * Self.millisecondsOfDay)
        var query = EventQuery(from: start, to: start + .milliseconds(Self.millisecondsOfDay))
        query.condition = try QueryParser.parse(text)
        return query
    }

    /// The days of `events` that the statements since the last call read.
    private func daysRead() -> Set<Int64> {
        let plans = recorder.take().flatMap(\.plan)
        return Set(plans.flatMap { $0.matches(of: #/events_d(\d+)/#).compactMap { Int64($0.output.1) } })
    }

    @Test(arguments: queries) func `a query reads the day that it names`(_ text: String) async throws {
        let query = try query(text)
        _ = recorder.take()

        let page = try await events.page(query, PageRequest(), in: acme.tenant.id)
        #expect(daysRead().isSubset(of: [day]), "page")
        _ = try await events.histogram(query, in: acme.tenant.id)
        #expect(daysRead().isSubset(of: [day]), "histogram")
        for facet in EventFacet.allCases {
            _ = try await events.counts(query, by: facet, limit: 5, in: acme.tenant.id)
            _ = try await events.histogram(query, by: facet, in: acme.tenant.id)
            #expect(daysRead().isSubset(of: [day]), "\(facet)")
        }
        _ = try await events.valueCounts(query, against: .others, in: acme.tenant.id)
        #expect(daysRead().isSubset(of: [day]), "others")
        _ = try await events.valueCounts(query, against: .before, in: acme.tenant.id)
        #expect(daysRead().isSubset(of: [day - 1, day]), "before")
        #expect(page.items.count <= 1)
    }

    @Test func `the days of a plan are recognised`() async throws {
        var query = try query("user:ada")
        query.from = Timestamp(milliseconds: (day - 1) * Self.millisecondsOfDay)
        _ = recorder.take()

        let page = try await events.page(query, PageRequest(), in: acme.tenant.id)

        #expect(page.items.count == 2)
        #expect(daysRead() == [day - 1, day])
    }
}
