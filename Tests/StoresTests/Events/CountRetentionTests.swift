import Database
import Domain
import Fixtures
import Testing
import UseCases

/// Counts by minute, hour and day, as time goes by.
@Suite struct CountRetentionTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    private func total(_ from: Duration, _ to: Duration, platform: String = "ios") async throws -> Int {
        try await histogram(from, to, platform: platform).total
    }

    /// - Parameters:
    ///   - from: the start, by its age.
    ///   - to: the end, by its age.
    private func histogram(
        _ from: Duration,
        _ to: Duration,
        platform: String = "ios"
    ) async throws -> EventHistogram {
        var query = EventQuery(from: installation.clock.now - from, to: installation.clock.now - to)
        query[.platform] = platform
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
        // What clients choose freely is no longer told apart.
        #expect(try await total(.days(100), .zero) == 0)
        #expect(try await total(.days(100), .zero, platform: "other") == 1)

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

    /// Counts events without rows.
    private func sample(_ ages: [Duration]) async throws {
        let now = installation.clock.now
        let sampled = ages.enumerated().map { number, age in
            let event = acme.event(number, outcome: .success, ago: age)
            let classified = Classifier.classify(Scrubber { _ in "" }.scrub(event), receivedAt: now)
            return SampledEvent(classified, reason: "success")
        }
        _ = try await installation.stores.events.append([
            EventBatch(
                tenant: acme.tenant.id,
                key: SystemContext.system.newID(),
                networks: nil,
                receivedAt: now,
                events: [],
                sampled: sampled,
                counted: []
            )
        ])
    }

    @Test func `events that are late and only counted share quarters of hours, days, and the first day`() async throws {
        // Of ten minutes each, and of 40 quarters of an hour before them; the clock of tests begins at nine o'clock.
        try await sample((0..<600).map { .minutes(Int64($0)) })
        #expect(try await [rows("m"), rows("h"), rows("d")] == [[51, 51], [11, 11], [2, 2]])
        #expect(try await total(.hours(11), .minutes(-1)) == 600)

        try await sample((0..<8).map { .hours(Int64(25 + $0)) })
        #expect(try await [rows("h"), rows("d")] == [[12, 12], [2, 2]])
        try await sample((0..<500).map { .days(Int64(800 + $0)) })
        #expect(try await [rows("h"), rows("d")] == [[12, 12], [3, 3]])
    }

    @Test func `events with rows are counted by the minute within the reach of such charts, and found by their hours`()
        async throws
    {
        try await acme.deliver((0..<30).map { acme.event($0, ago: .hours(11) + .minutes(Int64($0))) })
        try await acme.deliver((30..<60).map { acme.event($0, ago: .hours(13) + .minutes(Int64($0))) })

        #expect(try await rows("m")[0] == 30 + 3)
        #expect(try await total(.hours(15), .zero) == 60)
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
        let globex = try await TestTenant("globex", in: installation)
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
