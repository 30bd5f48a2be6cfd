import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

/// The list of failures answers queries of the query language: it has the failures with events that match, and the numbers
/// of these events.
@Suite struct FailureQueryTests {
    /// What a list says of a failure.
    private struct Numbers: Equatable {
        let count: Int
        let affected: Int
        let stillOut: Int
        let columns: [Int]
    }

    private struct World {
        let acme: TestTenant
        var store: Failures
        /// The events of failures, with their failures.
        var events: [(event: StoredEvent, failure: FailureKey.ID)] = []
        /// Who is still out of each failure, as users or installations.
        var stillOut: [FailureKey.ID: Set<String>] = [:]

        init(seed: UInt64, count: Int = 200) async throws {
            let installation = try await Installation()
            acme = try await TestTenant("acme", in: installation)
            let (testTenant, clock) = (acme, installation.clock)
            var sample = EventSample(state: seed)
            try await acme.deliver((0..<count).map { sample.event($0, of: testTenant) })
            let access = StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") }
            let shapes = ShapeCache(now: { clock.now })
            store = Failures(access: access, shapes: shapes)
            // Time enough on any machine: what is found is tested, not how fast.
            store.limits.time = .seconds(600)
            let attempts = Attempts(access: access, shapes: shapes, now: { clock.now })
            var rest: PageRequest? = PageRequest(limit: 100)
            let range = EventQuery(from: clock.now - .days(2), to: clock.now)
            while let request = rest {
                let page = try await acme.services.events.page(range, request, grant: acme.system.grant())
                for event in page.items {
                    guard let id = try await attempts.failure(of: event.reference, in: acme.tenant.id) else { continue }
                    events.append((event, id))
                }
                rest = page.next.map { PageRequest(limit: 100, cursor: $0) }
            }
            for id in Set(events.map(\.failure)) {
                let out = try await store.usersStillOut(
                    of: id,
                    .week,
                    PageRequest(limit: 100),
                    at: clock.now,
                    in: acme.tenant.id
                )
                stillOut[id] = Set(out.items.compactMap { Self.subject($0) })
            }
        }

        var now: Timestamp { acme.installation.clock.now }

        /// The user of an event, or the installation where there is none.
        static func subject(_ event: StoredEvent) -> String? {
            event.content[.user] ?? event.content[.installation]
        }

        func list(_ query: FailureQuery, limit: Int = 100) async throws -> FailureListing {
            try await store.list(query, PageRequest(limit: limit), at: now, in: acme.tenant.id)
        }

        func expected(_ query: FailureQuery) -> [FailureKey.ID: Numbers] {
            let now = now
            let found = events.filter { event, _ in
                query.condition.matches(event, now: now) && query.code.map { event.code == $0 } ?? true
                    && query.release.map { event.content[.appVersion] == $0 } ?? true
            }
            let starts = query.period.starts(at: now)
            return Dictionary(grouping: found, by: \.failure).mapValues { found in
                let subjects = Set(found.compactMap { Self.subject($0.event) })
                var columns = [Int](repeating: 0, count: starts.count)
                for (event, _) in found {
                    columns[starts.lastIndex { $0 <= event.content.occurredAt } ?? 0] += 1
                }
                return Numbers(
                    count: found.count,
                    affected: subjects.count,
                    stillOut: subjects.intersection(stillOut[found[0].failure] ?? []).count,
                    columns: columns
                )
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `failures and their numbers are those of the events that match`(seed: UInt64) async throws {
        let world = try await World(seed: seed)
        var sample = EventSample(state: seed &* 4000)
        var listed = 0

        for number in 0..<25 {
            let text = sample.query()
            let condition = try QueryParser.parse(text)
            guard condition != .everything else { continue }
            let query = FailureQuery(
                period: number % 2 == 0 ? .week : .day,
                release: number % 5 == 0 ? "2.3" : nil,
                condition: condition
            )
            let expected = world.expected(query)
            listed += expected.count
            let found = try await world.list(query)
            let items = found.page.items
            let numbers = Dictionary(
                uniqueKeysWithValues: items.map { item in
                    let users = item.users
                    return (
                        item.id,
                        Numbers(
                            count: item.count,
                            affected: users.affected,
                            stillOut: users.stillOut,
                            columns: item.columns
                        )
                    )
                }
            )
            #expect(numbers == expected, "\(text)")
            #expect(items.map(\.count) == items.map(\.count).sorted(by: >), "\(text)")
            #expect(items.allSatisfy { $0.users.isComplete && !$0.users.isEstimated })
            #expect(!found.page.isPartial && found.isComplete)
            #expect(found.count(FailureState.Name.allCases) == expected.count)
        }
        #expect(listed > 150)
    }

    @Test func `a search that stops early says so, and counts the latest events`() async throws {
        var world = try await World(seed: 5)
        world.store.limits.rows = 30
        let query = FailureQuery(condition: try QueryParser.parse("-user:ada"))

        let found = try await world.list(query)

        let all = world.expected(query).values.reduce(0) { $0 + $1.count }
        let counted = found.page.items.reduce(0) { $0 + $1.count }
        #expect(found.page.isPartial && (1..<min(all, 31)).contains(counted))
        let users = found.page.items.map(\.users)
        #expect(users.allSatisfy { !$0.isComplete } && users.reduce(0) { $0 + $1.affected } <= counted)
    }

    @Test(arguments: ["outcome:failed", "-user:ada"])
    func `without time for the users of a failure their numbers are lower bounds`(text: String) async throws {
        var world = try await World(seed: 5)
        world.store.limits.time = .zero
        let query = FailureQuery(condition: try QueryParser.parse(text))

        let found = try await world.list(query).page.items

        #expect(found.contains { $0.count > 0 })
        #expect(found.allSatisfy { $0.users == AffectedUsers(affected: 0, stillOut: 0, isComplete: false) })
    }

    @Test func `of more than a thousand events of a failure the users of the latest are counted, and this is said`()
        async throws
    {
        let world = try await TriageWorld()
        try await world.deliver(
            (0..<1002).map { world.failing($0, user: "user \($0)", ago: .seconds(2000) - .milliseconds($0)) }
        )
        let query = FailureQuery(condition: try QueryParser.parse("stage:session-store -user:\"user 1001\""))

        let found = try #require(try await world.all(query).first)

        // Of the thousand latest events one does not match.
        #expect(found.count == 1001 && found.users.affected == 999 && !found.users.isComplete)
    }

    @Test(arguments: FailureQuery.Sort.allCases)
    func `pages of a query have each failure once`(sort: FailureQuery.Sort) async throws {
        let world = try await World(seed: 8)
        let query = FailureQuery(sort: sort, condition: try QueryParser.parse("-user:ada"))
        var found: [FailureKey.ID] = []
        var next: PageRequest? = PageRequest(limit: 3)

        while let request = next {
            let page = try await world.store.list(query, request, at: world.now, in: world.acme.tenant.id).page
            found += page.items.map(\.id)
            next = page.next.map { PageRequest(limit: 3, cursor: $0) }
        }

        #expect(found.count > 6 && Set(found).count == found.count && Set(found) == Set(world.expected(query).keys))
    }

    @Test func `users of deleted events are not said to be all`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", ago: .hours(30)), world.failing(2, user: "ada"),
            world.failing(3, user: "bob"),
        ])
        let limit = world.clock.now - .hours(1)
        _ = try await world.installation.events.write(.installation("test")) { transaction in
            try transaction.execute("DELETE FROM events WHERE tenant_id > 0 AND occurred_at < \(limit)")
        }

        let query = FailureQuery(condition: try QueryParser.parse("stage:session-store"))
        let found = try #require(try await world.all(query).first)

        #expect(found.count == 3 && found.users.affected == 2 && !found.users.isComplete)
    }

    @Test func `what a member has decided about is listed only where an event matches`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada"), world.other(2, user: "bob")])
        for failure in try await world.all() { try await world.act(.expect, on: failure) }

        let found = try await world.list(FailureQuery(condition: try QueryParser.parse("user:ada")))

        #expect(found.page.items.map(\.key.code) == ["keychain.locked"] && found.counts == [.expected: 1])
    }

    @Test func `failures of another tenant are not found by its users`() async throws {
        let installation = try await Installation()
        let acme = try await TriageWorld("acme", in: installation)
        let globex = try await TriageWorld("globex", in: installation)
        try await acme.deliver([acme.failing(1, user: "ada")])
        try await globex.deliver([globex.failing(2, user: "bob"), globex.other(3, user: "ada")])

        #expect(
            try await globex.all(FailureQuery(condition: try QueryParser.parse("user:ada"))).map(\.key.code) == [
                "keychain.not_found"
            ]
        )
        #expect(
            try await acme.all(FailureQuery(condition: try QueryParser.parse("user:bob OR user:*"))).map(\.count) == [1]
        )
    }
}
