import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

/// The list of attempts answers queries of the query language: an attempt is listed at the latest of its events that match.
@Suite struct AttemptQueryTests {
    private struct World {
        private static let attempts = 40

        let acme: TestTenant
        var store: Attempts
        /// Every event, the latest first.
        let all: [StoredEvent]

        init(seed: UInt64 = 1, count: Int = 200) async throws {
            let installation = try await Installation()
            acme = try await TestTenant("acme", in: installation)
            let (testTenant, clock) = (acme, installation.clock)
            var sample = EventSample(state: seed)
            let events = (0..<count).map { number in
                var event = sample.event(number, of: testTenant)
                event.content.attempt = number % 5 == 0 ? nil : Self.attempt(number * 7919 % Self.attempts)
                return event
            }
            try await acme.deliver(events)
            let access = StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") }
            store = Attempts(access: access, shapes: ShapeCache(now: { clock.now }), now: { clock.now })
            // Time enough on any machine: what is found is tested, not how fast.
            store.limits.search.time = .seconds(600)
            var rest: PageRequest? = PageRequest(limit: 100)
            var all: [StoredEvent] = []
            let range = EventQuery(from: clock.now - .days(2), to: clock.now)
            while let request = rest {
                let page = try await acme.services.events.page(range, request, grant: acme.system.grant())
                all += page.items
                rest = page.next.map { PageRequest(limit: 100, cursor: $0) }
            }
            self.all = all
        }

        private static func attempt(_ number: Int) -> TraceID {
            TraceID(
                bytes: [UInt8](repeating: 0xEF, count: 8) + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
            )!
        }

        var now: Timestamp { acme.installation.clock.now }

        func filter(_ text: String, user: String? = nil, failure: FailureKey.ID? = nil) throws -> AttemptFilter {
            AttemptFilter(user: user, failure: failure, condition: try QueryParser.parse(text))
        }

        /// The attempts with an event that matches, those with the latest such event first.
        func expected(_ filter: AttemptFilter, where isMatch: (StoredEvent) -> Bool = { _ in true }) -> [TraceID] {
            let now = now
            var met: Set<TraceID> = []
            return all.filter { event in
                filter.condition.matches(event, now: now) && isMatch(event)
                    && filter.user.map { event.content[.user] == $0 } ?? true
            }.compactMap(\.content.attempt).filter { met.insert($0).inserted }
        }

        func page(_ filter: AttemptFilter, limit: Int, cursor: Cursor? = nil) async throws -> Page<TraceID> {
            try await store.page(filter, PageRequest(limit: limit, cursor: cursor), in: acme.tenant.id).map(\.attempt)
        }

        /// Follows the pages to the end, and back to the beginning from there.
        func pages(
            _ filter: AttemptFilter,
            limit: Int
        ) async throws -> (there: [TraceID], back: [TraceID], partial: Int) {
            var page = try await page(filter, limit: limit)
            var (there, partial) = (page.items, page.isPartial ? 1 : 0)
            while let next = page.next {
                page = try await self.page(filter, limit: limit, cursor: next)
                there += page.items
                partial += page.isPartial ? 1 : 0
            }
            var back = page.items
            while let previous = page.previous {
                page = try await self.page(filter, limit: limit, cursor: previous)
                back = page.items + back
            }
            return (there, back, partial)
        }
    }

    /// The events that the store counts to a failure.
    private func events(of failure: FailureKey.ID, in world: World) async throws -> Set<Event.Reference> {
        var found: Set<Event.Reference> = []
        for event in world.all
        where try await world.store.failure(of: event.reference, in: world.acme.tenant.id) == failure {
            found.insert(event.reference)
        }
        return found
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `an attempt is listed once, at the latest of its events that match`(seed: UInt64) async throws {
        var world = try await World(seed: seed)
        // Of more than one part, and of more than one page.
        if seed > 2 { (world.store.limits.firstEvents, world.store.limits.events) = (7, seed == 3 ? 1000 : 20) }
        var sample = EventSample(state: seed &* 3000)
        var listed = 0

        for number in 0..<30 {
            let text = sample.query()
            let filter = try world.filter(text, user: number % 3 == 0 ? "ada" : nil)
            let expected = world.expected(filter)
            listed += expected.count
            let found = try await world.pages(filter, limit: number % 2 == 0 ? 50 : 4)
            #expect(found.there == expected, "\(text)")
            #expect(found.back == expected, "\(text)")
            #expect(found.partial == 0)
        }
        #expect(listed > 150)
    }

    @Test(arguments: [
        "-user:ada", "keychain platform:ios", "duration:>2s", "code:* OR user:none", "outcome:failed",
        "release:2.3..2.4",
    ])
    func `a search that stops early leads to every attempt, and back`(text: String) async throws {
        var world = try await World(seed: 9)
        world.store.limits.search = EventWalk.Limits(rows: 30, rowsAtOnce: 7, time: .zero)
        let filter = try world.filter(text)

        let found = try await world.pages(filter, limit: 50)

        #expect(found.there == world.expected(filter) && found.back == found.there)
        #expect(found.partial > 1)
    }

    @Test func `a failure and a query are asked of one event`() async throws {
        let world = try await World(seed: 3)
        let failures = try await world.acme.services.failures.list(
            FailureQuery(),
            PageRequest(),
            grant: world.acme.system.grant()
        ).page.items
        var listed = 0

        for (number, failure) in failures.prefix(6).enumerated() {
            let text = number % 2 == 0 ? "platform:ios OR user:none" : "user:ada,bo"
            let filter = try world.filter(text, failure: failure.id)
            let ofFailure = try await events(of: failure.id, in: world)
            let expected = world.expected(filter) { ofFailure.contains($0.reference) }
            listed += expected.count
            let found = try await world.pages(filter, limit: 3)
            #expect(found.there == expected && found.back == expected)
        }
        #expect(listed > 5)
    }

    @Test func `a query narrows the attempts that never arrived, also by another event than the last`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        func event(_ number: Int, _ stage: Stage, _ outcome: Outcome, attempt: UInt8, network: String?) -> DecodedEvent
        {
            var event = acme.event(number, stage: stage, outcome: outcome, ago: .minutes(20) - .seconds(number))
            event.content.attempt = TraceID(bytes: [UInt8](repeating: attempt, count: 16))
            event.content.texts[.network] = network
            return event
        }
        try await acme.deliver([
            event(1, .appleSheet, .info, attempt: 1, network: "wifi"),
            event(2, .appleSheet, .cancelled, attempt: 1, network: nil),
            event(3, .appleSheet, .cancelled, attempt: 2, network: nil),
            event(4, .appleSheet, .success, attempt: 3, network: "wifi"),
            event(5, .tokenExchange, .success, attempt: 3, network: "wifi"),
        ])

        let page = try await acme.services.attemptReading.page(
            AttemptFilter(neverArrived: [.cancelled], condition: QueryParser.parse("network:wifi")),
            PageRequest(),
            grant: acme.system.grant()
        )

        #expect(page.items.map(\.attempt) == [TraceID(bytes: [UInt8](repeating: 1, count: 16))])
    }
}
