import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

/// The store answers queries of the query language as they are defined: by what `EventSelection` matches.
@Suite struct EventQueryTests {
    private struct World {
        let acme: TestTenant
        var events: Events
        /// Every event, the latest first.
        let all: [StoredEvent]

        init(seed: UInt64 = 1, count: Int = 200, limits: EventWalk.Limits = patient) async throws {
            let installation = try await Installation()
            acme = try await TestTenant("acme", in: installation)
            var sample = EventSample(state: seed)
            let testTenant = acme
            try await acme.deliver((0..<count).map { sample.event($0, of: testTenant) })
            var events = Events(
                access: StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") },
                now: { installation.clock.now }
            )
            let range = EventQuery(from: acme.installation.clock.now - .days(1), to: acme.installation.clock.now)
            all = try await Self.rows(range, limit: 200, events, acme).events
            events.limits = limits
            self.events = events
        }

        /// Time enough on any machine: what is found is tested, not how fast.
        static var patient: EventWalk.Limits {
            var limits = EventWalk.Limits()
            limits.time = .seconds(600)
            return limits
        }

        var now: Timestamp { acme.installation.clock.now }

        func query(_ text: String) throws -> EventQuery {
            var query = EventQuery(from: now - .days(1), to: now)
            query.condition = try QueryParser.parse(text)
            return query
        }

        func matching(_ query: EventQuery) -> [StoredEvent] {
            let selection = query.selection(now: now)
            return all.filter { selection.matches($0) }
        }

        func rows(_ query: EventQuery, limit: Int = 23) async throws -> (events: [StoredEvent], partial: Int) {
            try await Self.rows(query, limit: limit, events, acme)
        }

        /// Follows the pages to the end, and back to the beginning from there.
        /// - Returns: the earliest first.
        func rowsBackward(_ query: EventQuery, limit: Int) async throws -> [StoredEvent] {
            var page = try await events.page(query, PageRequest(limit: limit), in: acme.tenant.id)
            while let next = page.next {
                page = try await events.page(query, PageRequest(limit: limit, cursor: next), in: acme.tenant.id)
            }
            var found = Array(page.items.reversed())
            while let previous = page.previous {
                page = try await events.page(query, PageRequest(limit: limit, cursor: previous), in: acme.tenant.id)
                found += page.items.reversed()
            }
            return found
        }

        /// Follows the pages to the end.
        static func rows(
            _ query: EventQuery,
            limit: Int,
            _ events: Events,
            _ acme: TestTenant
        ) async throws -> (events: [StoredEvent], partial: Int) {
            var found: [StoredEvent] = []
            var partial = 0
            var cursor: Cursor?
            repeat {
                let page = try await events.page(query, PageRequest(limit: limit, cursor: cursor), in: acme.tenant.id)
                found += page.items
                partial += page.isPartial ? 1 : 0
                cursor = page.next
            } while cursor != nil
            return (found, partial)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `rows, histograms and facets are those of the events that match`(seed: UInt64) async throws {
        let world = try await World(seed: seed)
        var sample = EventSample(state: seed &* 1000)
        var matched = 0

        for _ in 0..<40 {
            let text = sample.query()
            let query = try world.query(text)
            let expected = world.matching(query)
            matched += expected.count
            let rows = try await world.rows(query)
            #expect(rows.events == expected, "\(text)")
            #expect(rows.partial == 0)

            let histogram = try await world.events.histogram(query, in: world.acme.tenant.id)
            #expect(histogram.total == expected.count, "\(text)")
            #expect(histogram.isComplete)
            for outcome in Outcome.allCases {
                let count = histogram.columns.reduce(0) { $0 + ($1.counts[outcome] ?? 0) }
                #expect(count == expected.count { $0.content.outcome == outcome }, "\(text)")
            }
            for facet in [EventFacet(.appVersion), EventFacet(.network), EventFacet(.code)] {
                try await expect(facet, of: query, in: world, among: expected, "\(text)")
            }
        }
        #expect(matched > 200)
    }

    private func expect(
        _ facet: EventFacet,
        of query: EventQuery,
        in world: World,
        among expected: [StoredEvent],
        _ comment: Comment
    ) async throws {
        let tenant = world.acme.tenant.id
        let counts = Dictionary(grouping: expected) { $0[facet.dimension] }.mapValues(\.count)
        let table = try await world.events.facets(query, by: [facet], limit: 20, in: tenant)
        #expect(table.total == expected.count, comment)
        #expect(table.isComplete, comment)
        let found = table.facets.flatMap(\.counts)
        #expect(Dictionary(found.map { ($0.value, $0.count) }) { $1 } == counts, comment)
        #expect(found.map(\.count) == found.map(\.count).sorted(by: >), comment)
        let top = try await world.events.counts(query, by: facet, limit: 20, in: tenant)
        #expect(Dictionary(top.map { ($0.value, $0.count) }) { $1 } == counts, comment)
        let stack = try await world.events.histogram(query, by: facet, in: tenant)
        #expect(stack.total == expected.count, comment)
        for (place, series) in stack.series.enumerated() {
            guard case .value(let value) = series else { continue }
            #expect(stack.columns.reduce(0) { $0 + $1.counts[place] } == counts[value], comment)
        }
    }

    @Test(arguments: [Int64.min, .min + 1, -62_167_219_200_001, 253_402_300_800_000, .max - 1, .max])
    func `a cursor with a time that no event has is rejected`(time: Int64) async throws {
        let world = try await World(count: 20)
        for text in ["", "outcome:failed", "keychain", "user:ada", "duration:>1ms stage:refresh"] {
            for direction in [Cursor.Direction.forward, .backward] {
                let cursor = Cursor(direction: direction, key: String(time), id: [UInt8](repeating: 0xFF, count: 8))
                await #expect(throws: Keyset.badCursor, "\(text)") {
                    _ = try await world.events.page(
                        try world.query(text),
                        PageRequest(cursor: cursor),
                        in: world.acme.tenant.id
                    )
                }
            }
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `a filter and a query are both in force`(seed: UInt64) async throws {
        let world = try await World(seed: seed)
        var sample = EventSample(state: seed &* 2000)

        for number in 0..<20 {
            let text = sample.query()
            var query = try world.query(text)
            switch number % 4 {
            case 0: query[.platform] = "ios"
            case 1: query[.user] = "ada"
            case 2: query.text = "KEYCHAIN"
            default:
                query.outcome = .failed
                query[.session] = "s1"
            }
            let expected = world.matching(query)
            #expect(try await world.rows(query).events == expected, "\(text)")
            let histogram = try await world.events.histogram(query, in: world.acme.tenant.id)
            #expect(histogram.total == expected.count, "\(text)")
        }
    }

    @Test(arguments: [
        "-user:ada", "keychain platform:ios", "duration:>2s", "code:* OR user:none", "session:none keychain",
    ])
    func `pages that stop early lead to every event, and back`(text: String) async throws {
        var limits = World.patient
        limits.rows = 30
        limits.rowsAtOnce = 7
        let world = try await World(seed: 9, limits: limits)
        let query = try world.query(text)
        let expected = world.matching(query)

        let rows = try await world.rows(query, limit: 40)
        #expect(rows.events == expected)
        #expect(rows.partial > 0 || text.contains("keychain"))

        // From the end to the beginning.
        let last = try #require(expected.last)
        let end = EventPlace(occurredAt: last.content.occurredAt.milliseconds - 1, seq: 0)
        var cursor: Cursor? = end.cursor(.backward)
        var found: [StoredEvent] = []
        while let place = cursor {
            let page = try await world.events.page(
                query,
                PageRequest(limit: 40, cursor: place),
                in: world.acme.tenant.id
            )
            found = page.items + found
            cursor = page.previous
        }
        #expect(found == expected)
    }

    @Test(arguments: ["x", "9223372036854775807", "-9223372036854775808"])
    func `a cursor of no time is refused`(_ key: String) async throws {
        let world = try await World(count: 3)
        for direction in [Cursor.Direction.forward, .backward] {
            let cursor = Cursor(direction: direction, key: key, id: [UInt8](repeating: 0xFF, count: 8))
            for text in ["", "outcome:failed", "-user:ada"] {
                await #expect(throws: Keyset.badCursor) {
                    let request = PageRequest(cursor: cursor)
                    _ = try await world.events.page(world.query(text), request, in: world.acme.tenant.id)
                }
            }
        }
    }

    @Test func `counts of rows say that they are partial`() async throws {
        var limits = World.patient
        limits.rows = 50
        let world = try await World(limits: limits)
        let query = try world.query("-user:ada")

        let histogram = try await world.events.histogram(query, in: world.acme.tenant.id)
        let table = try await world.events.facets(query, by: [EventFacet(.stage)], limit: 20, in: world.acme.tenant.id)
        let stack = try await world.events.histogram(query, by: EventFacet(.stage), in: world.acme.tenant.id)

        let latest = world.all.prefix(50).count { $0[.user] != "ada" }
        #expect(!histogram.isComplete && histogram.total == latest)
        #expect(!table.isComplete && table.total == latest)
        #expect(!stack.isComplete && stack.total == latest)
    }

    @Test func `reading that takes too long is a partial answer`() async throws {
        var limits = World.patient
        limits.rowsAtOnce = 10
        limits.time = .zero
        let world = try await World(limits: limits)

        let page = try await world.events.page(
            try world.query("user:nobody OR message:nothing"),
            PageRequest(),
            in: world.acme.tenant.id
        )

        #expect(page.isPartial && page.items.isEmpty)
        #expect(page.next != nil)
    }

    @Test(arguments: ["outcome:failed", "-outcome:success release:2.*"])
    func `hours that take too long are partial answers, which lead to all events`(text: String) async throws {
        var limits = World.patient
        limits.time = .zero
        let world = try await World(limits: limits)
        let query = try world.query(text)

        let found = try await world.rows(query, limit: 100)

        #expect(found.events.map(\.reference) == world.matching(query).map(\.reference))
        #expect(found.partial > 1 && found.events.count > 10)
        let last = try #require(found.events.last)
        let back = try await world.events.page(
            query,
            PageRequest(
                limit: 100,
                cursor: EventPlace(occurredAt: last.content.occurredAt.milliseconds, seq: -1).cursor(.backward)
            ),
            in: world.acme.tenant.id
        )
        #expect(back.isPartial && back.previous != nil && back.items.contains { $0.reference == last.reference })
    }

    @Test func `one of several users is found by the index of users`() async throws {
        let world = try await World(count: 0)
        try await world.acme.deliver([
            world.acme.event(1, user: "ada", ago: .minutes(3)), world.acme.event(2, user: "bob", ago: .minutes(2)),
            world.acme.event(3, user: "cy", ago: .minutes(1)),
        ])

        for (text, users) in [
            ("user:ada OR user:bob", ["bob", "ada"]), ("user:ada OR user:none", ["ada"]), ("user:no OR user:none", []),
        ] {
            let page = try await world.events.page(
                try world.query("(\(text)) keychain"),
                PageRequest(),
                in: world.acme.tenant.id
            )
            #expect(page.items.map { $0.content[.user] } == users, "\(text)")
        }
    }

    @Test func `hours whose rows were deleted take no more time than others`() async throws {
        var limits = EventWalk.Limits()
        limits.time = .zero
        let world = try await World(count: 0, limits: limits)
        let (acme, now) = (world.acme, world.now - .minutes(150))
        try await acme.deliver((1...3).map { acme.event($0, stage: .refresh, ago: .hours(Int64($0))) })
        _ = try await acme.installation.events.write(.installation("test")) { transaction in
            try transaction.execute("DELETE FROM events WHERE tenant_id > 0 AND occurred_at > \(now)")
        }
        let query = try world.query("stage:refresh -user:ada")

        let rows = try await world.rows(query)
        let first = try await world.events.page(query, PageRequest(), in: acme.tenant.id)

        #expect(rows.events.map(\.content.id) == [acme.event(3).content.id])
        #expect(first.items.isEmpty && first.isPartial)
    }

    @Test(arguments: ["0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A907", "00A3F1C2-7B1E-4C3A-9B5D-2F64C1E8A907"])
    func `a UUID is found in either case`(_ id: String) async throws {
        let world = try await World(count: 0)
        try await world.acme.deliver([world.acme.event(1, user: id), world.acme.event(2, user: "ada")])

        for text in [id, id.lowercased()] {
            #expect(try await world.rows(world.query("user:\(text)")).events.count == 1)
            #expect(try await world.rows(world.query("-user:\(text)")).events.count == 1)
        }
    }

    @Test func `values with equal bytes alone are equal`() async throws {
        let world = try await World(count: 0)
        var composed = world.acme.event(1, message: nil)
        composed.content.texts[.platform] = "\u{E9}"
        var decomposed = world.acme.event(2, message: nil)
        decomposed.content.texts[.platform] = "e\u{301}"
        try await world.acme.deliver([composed, decomposed])

        for (text, id) in [("platform:\u{E9}", composed), ("platform:e\u{301}", decomposed)] {
            var query = try world.query(text)
            query.to = world.now + .minutes(1)
            #expect(try await world.rows(query).events.map(\.content.id) == [id.content.id])
            #expect(try await world.events.histogram(query, in: world.acme.tenant.id).total == 1)
        }
    }

    /// Errors stay with their events when a tenant has had too many different messages on a day.
    @Test func `messages that have no row of their own are found`() async throws {
        let world = try await World(count: 0)
        for start in stride(from: 0, to: EventDictionary.messagesPerDay + 500, by: 500) {
            try await world.acme.deliver(
                (start..<start + 500).map { world.acme.event($0, message: "text \($0) end", ago: .seconds(60)) }
            )
        }

        let found = try await world.rows(try world.query("\"text \(EventDictionary.messagesPerDay + 400) end\""))

        #expect(found.events.count == 1)
    }

    @Test func `a message is found behind hundreds of newer ones with the same words`() async throws {
        let world = try await World(count: 0)
        let real = world.acme.event(1, message: "The keychain of the app was locked.", ago: .hours(2))
        try await world.acme.deliver([real])
        try await world.acme.deliver(
            (0..<RowNarrowing.messages + 100).map {
                world.acme.event(10 + $0, message: "The keychain of the app was \($0).", ago: .minutes(1))
            }
        )

        let found = try await world.rows(try world.query("\"keychain of the app\""), limit: 100)

        #expect(found.events.count == RowNarrowing.messages + 101)
        #expect(found.events.last?.content.id == real.content.id)
    }

    /// Whether they are rare or common, and also when the rows for one answer are not enough.
    @Test(arguments: [1, 3, 60], [0, 100_000])
    func `events with the same words in several messages are found in the order of time`(
        messages: Int,
        rareRows: Int
    ) async throws {
        var limits = World.patient
        limits.rowsAtOnce = 40
        limits.rareRows = rareRows
        var world = try await World(count: 0, limits: limits)
        let acme = world.acme
        // Several of a millisecond, half of them with one message, in two parts far from each other.
        try await acme.deliver(
            (0..<400).map {
                let number = $0 % 2 == 0 ? 0 : $0 / 2 % messages
                let ago = Int64($0 < 300 ? 60_000 - $0 / 4 : 7_200_000 - $0)
                return acme.event(
                    $0,
                    message: "lost key \(number)",
                    user: $0 % 7 == 0 ? "ada" : nil,
                    ago: .milliseconds(ago)
                )
            }
        )
        // More than an answer reads: they must not be read.
        limits.rows = 410
        try await acme.deliver((400..<900).map { acme.event($0, message: "no key", ago: .milliseconds(60_000)) })
        let all = try await world.rows(EventQuery(from: world.now - .days(1), to: world.now), limit: 200).events

        for text in ["\"lost key\"", "\"lost key\" platform:*", "\"lost key\" -user:ada"] {
            let query = try world.query(text)
            let expected = all.filter { query.selection(now: world.now).matches($0) }
            #expect((300...400).contains(expected.count))
            world.events.limits.rows = limits.rows
            let found = try await world.rows(query)
            #expect(found.events == expected && found.partial == 0, "\(text)")
            #expect(try await world.rowsBackward(query, limit: 23) == expected.reversed(), "\(text)")
            let histogram = try await world.events.histogram(query, in: acme.tenant.id)
            #expect(histogram.total == expected.count && histogram.isComplete, "\(text)")
            world.events.limits.rows = 30
            let parts = try await world.rows(query, limit: 50)
            #expect(parts.events == expected && parts.partial > 5, "\(text)")
            #expect(try await world.rowsBackward(query, limit: 50) == expected.reversed(), "\(text)")
        }
    }

    @Test func `an answer over too many counts is refused`() async throws {
        var world = try await World()
        let (tenant, query) = (world.acme.tenant.id, try world.query("stage:*"))
        let facet = EventFacet(.code)
        #expect(try await world.events.facets(query, by: [facet], limit: 20, in: tenant).total == world.all.count)

        world.events.limits.counts = 3
        let events = world.events

        await #expect(throws: DomainError.invalid("search", .tooBroad)) {
            try await events.facets(query, by: [facet], limit: 20, in: tenant)
        }
    }

    @Test func `a query finds nothing of another tenant`() async throws {
        let world = try await World()
        let globex = try await TestTenant("globex", in: world.acme.installation)
        try await globex.deliver([globex.event(1, message: "globex only", user: "ada")])

        for text in ["user:ada", "keychain", "-outcome:success", "-user:none", "\"globex only\""] {
            let query = try world.query(text)
            let rows = try await world.rows(query).events
            #expect(rows == world.matching(query), "\(text)")
            let foreign = try await world.events.page(query, PageRequest(), in: globex.tenant.id).items
            #expect(foreign.allSatisfy { $0.content.error?.message == "globex only" })
            #expect(try await world.events.histogram(query, in: globex.tenant.id).total == foreign.count)
        }
        let values = try await world.events.values(of: .network, startingWith: "", limit: 30, in: globex.tenant.id)
        #expect(values.isEmpty)
    }

    @Test func `the values of a dimension are completed by their bytes, the most frequent first`() async throws {
        let world = try await World()
        let counts = Dictionary(grouping: world.all.compactMap { $0[.appVersion] }) { $0 }.mapValues(\.count)

        let entries = try await world.events.values(
            of: .appVersion,
            startingWith: "2.3",
            limit: 30,
            in: world.acme.tenant.id
        )
        let first = try await world.events.values(of: .appVersion, startingWith: "", limit: 1, in: world.acme.tenant.id)

        #expect(Set(entries.map(\.value)) == ["2.3", "2.3.0"])
        #expect(entries.allSatisfy { $0.count == counts[$0.value] })
        #expect(first.map(\.count) == [counts.values.max() ?? 0])
    }

    @Test func `selected events are counted against all others, and against those before`() async throws {
        let world = try await World()
        let query = try world.query("network:wifi time:-6h")
        let chosen = world.matching(query)

        let others = try await world.events.valueCounts(query, against: .others, in: world.acme.tenant.id)
        let before = try await world.events.valueCounts(query, against: .before, in: world.acme.tenant.id)

        #expect(others.selected == chosen.count && others.baseline == world.all.count - chosen.count)
        let ios = try #require(others.entries.first { $0.facet == EventFacet(.platform) && $0.value == "ios" })
        #expect(ios.selected == chosen.count { $0[.platform] == "ios" })
        #expect(ios.baseline == world.all.count { $0[.platform] == "ios" } - ios.selected)
        let earlier = world.matching(try world.query("network:wifi time:>=-12h time:<-6h"))
        #expect(before.baseline == earlier.count)
    }

    @Test func `selected events are counted against those of another query`() async throws {
        let world = try await World()
        let (query, other) = (try world.query("network:wifi"), try world.query("platform:ios"))

        let counts = try await world.events.valueCounts(
            query,
            against: .query(other.condition),
            in: world.acme.tenant.id
        )

        let (left, right) = (world.matching(query), world.matching(other))
        #expect(counts.selected == left.count && counts.baseline == right.count)
        let ios = try #require(counts.entries.first { $0.facet == EventFacet(.platform) && $0.value == "ios" })
        #expect(ios.selected == left.count { $0[.platform] == "ios" } && ios.baseline == right.count)
    }
}
