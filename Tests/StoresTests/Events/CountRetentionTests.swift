import Database
import Domain
import Fixtures
import Testing
import UseCases

/// Counts by minute, hour and day, as time goes by.
@Suite struct CountRetentionTests {
    private let installation: Installation
    private let acme: Household

    init() async throws {
        installation = try await Installation()
        acme = try await Household("acme", in: installation)
    }

    private func total(_ from: Duration, _ to: Duration, stage: Stage? = nil) async throws -> Int {
        try await histogram(from, to, stage: stage).total
    }

    /// - Parameters:
    ///   - from: the start, by its age.
    ///   - to: the end, by its age.
    private func histogram(_ from: Duration, _ to: Duration, stage: Stage? = nil) async throws -> EventHistogram {
        var query = EventQuery(from: installation.clock.now - from, to: installation.clock.now - to)
        query[.platform] = "ios"
        query.stage = stage
        return try await acme.services.events.histogram(query, grant: acme.system.grant())
    }

    private func rows(_ span: String) async throws -> [Int] {
        let tables: [SQL] = ["event_counts", "event_totals"]
        return try await installation.events.read(.installation("test")) { transaction in
            try tables.map {
                try transaction.value("SELECT count(*) AS n FROM \(sql: $0) WHERE span = \(span)") ?? -1
            }
        }
    }

    @Test func `minutes go after two days, hours after ninety, and days after two years`() async throws {
        try await acme.deliver([acme.event(1)])

        try await installation.services.maintenance.turn()
        #expect(try await [rows("m"), rows("h"), rows("d")] == [[1, 1], [1, 1], [1, 1]])

        installation.clock.advance(by: .hours(50))
        try await installation.services.maintenance.turn()
        #expect(try await [rows("m"), rows("h"), rows("d")] == [[0, 0], [1, 1], [1, 1]])
        #expect(try await total(.hours(51), .hours(49)) == 1)

        installation.clock.advance(by: .days(90))
        try await installation.services.maintenance.turn()
        #expect(try await [rows("m"), rows("h"), rows("d")] == [[0, 0], [0, 0], [1, 1]])
        #expect(try await total(.days(100), .zero) == 1)

        installation.clock.advance(by: .days(638))
        try await installation.services.maintenance.turn()
        #expect(try await rows("d") == [1, 1])
        installation.clock.advance(by: .days(3))
        try await installation.services.maintenance.turn()
        #expect(try await rows("d") == [0, 0])
    }

    @Test func `a late event is counted in each width that is still kept`() async throws {
        try await acme.deliver([
            acme.event(1, ago: .minutes(5)), acme.event(2, ago: .days(3)), acme.event(3, ago: .days(100)),
        ])

        #expect(try await [rows("m"), rows("h"), rows("d")] == [[1, 1], [2, 2], [3, 3]])
        #expect(try await total(.hours(1), .zero) == 1)
        #expect(try await total(.days(3) + .hours(1), .days(3) - .hours(1)) == 1)
        #expect(try await total(.days(101), .days(99)) == 1)
        #expect(try await total(.days(120), .zero) == 3)
    }

    @Test func `a chart of an old day has a column for each day`() async throws {
        try await acme.deliver([acme.event(1, ago: .days(100)), acme.event(2, ago: .days(102))])

        let chart = try await histogram(.days(102), .days(100) - .hours(1))

        #expect(chart.span == .days(1) && chart.columns.map { $0.counts[.failed] ?? 0 } == [1, 0, 1])
    }

    @Test func `a page of a code crosses from hours to days in both directions`() async throws {
        try await acme.deliver(
            (0..<40).map { acme.event($0, ago: .days(80) + .hours(Int64($0) * 12)) }
                + [acme.event(99, stage: .refresh, ago: .days(89))]
        )
        var query = EventQuery(from: installation.clock.now - .days(120), to: installation.clock.now)
        query.stage = .sessionStore
        func page(_ cursor: Cursor?) async throws -> Page<StoredEvent> {
            try await acme.services.events.page(
                query,
                PageRequest(limit: 15, cursor: cursor),
                grant: acme.system.grant()
            )
        }

        let first = try await page(nil)
        let second = try await page(first.next)
        let third = try await page(second.next)
        let back = try await page(third.previous)

        let ages = (first.items + second.items + third.items).map {
            installation.clock.now.since($0.content.occurredAt)
        }
        #expect(ages == (0..<40).map { .days(80) + .hours(Int64($0) * 12) })
        #expect(third.next == nil && back.items == second.items)
    }

    @Test func `counts of one tenant stay out of another after its events have gone`() async throws {
        let globex = try await Household("globex", in: installation)
        try await acme.deliver([acme.event(1)])
        installation.clock.advance(by: .days(95))
        try await installation.services.maintenance.turn()

        let query = EventQuery(from: installation.clock.now - .days(120), to: installation.clock.now)
        #expect(try await acme.services.events.histogram(query, grant: acme.system.grant()).total == 1)
        #expect(try await globex.services.events.histogram(query, grant: globex.system.grant()).total == 0)
        let facets = try await globex.services.events.counts(
            query,
            by: EventFacet(.platform),
            grant: globex.system.grant()
        )
        #expect(facets.isEmpty)
    }
}
