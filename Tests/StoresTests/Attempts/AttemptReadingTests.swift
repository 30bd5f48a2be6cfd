import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import Stores
@testable import UseCases

/// Attempts as they are read from the events of clients and of the server.
@Suite struct AttemptReadingTests {
    private let acme: TestTenant
    private let attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")!

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private var reading: AttemptReading { acme.services.attemptReading }

    private func event(
        _ number: Int,
        _ stage: Stage,
        _ outcome: Outcome = .success,
        ago: Duration,
        attempt: TraceID?,
        texts: [EventDimension: String] = [:]
    ) -> DecodedEvent {
        var event = acme.event(number, stage: stage, outcome: outcome, ago: ago)
        event.content.attempt = attempt
        for (dimension, text) in texts { event.content.texts[dimension] = text }
        return event
    }

    private func details(_ attempt: TraceID? = nil, of testTenant: TestTenant? = nil) async throws -> AttemptDetails {
        let system = (testTenant ?? acme).system
        return try await reading.details(of: attempt ?? self.attempt, grant: system.grant(), sessions: system.grant())
    }

    /// The n-th of many attempts.
    private func attempt(_ number: Int) -> TraceID {
        TraceID(
            bytes: [UInt8](repeating: 0xAB, count: 8) + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
        )!
    }

    private func pages(_ filter: AttemptFilter, limit: Int) async throws -> [[TraceID]] {
        var pages: [[TraceID]] = []
        var cursor: Cursor?
        repeat {
            let page = try await reading.page(
                filter,
                PageRequest(limit: limit, cursor: cursor),
                grant: acme.system.grant()
            )
            pages.append(page.items.map(\.attempt))
            cursor = page.next
        } while cursor != nil && pages.count < 20
        return pages
    }

    @Test func `the client's and the server's events of an attempt are one time line`() async throws {
        let user = try await acme.add("ada")
        let context = SignInContext(
            tenant: acme.tenant,
            client: SignInClient(
                device: Device(appVersion: "2.4.0"),
                origin: RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: attempt)
            )
        )
        let signedIn = try await acme.services.signIns.signIn(
            email: user.email?.description ?? "",
            password: TestTenant.password,
            in: context
        )
        try await acme.services.attempts.flush()
        acme.installation.clock.advance(by: .minutes(5))
        try await acme.deliver([
            event(1, .passwordEntry, ago: .seconds(301), attempt: attempt),
            event(2, .tokenExchange, .failed, ago: .seconds(299), attempt: attempt),
        ])

        let found = try await details()

        #expect(found.timeline.steps.map(\.lane) == [.phone, .gatehouse, .phone])
        #expect(found.timeline.ending.kind == .failed && found.timeline.gaps.isEmpty)
        #expect(found.session?.session.id == signedIn.session.id && found.session?.isUnused == true)
        #expect(found.findings.map(\.code) == ["inc.server_ok_client_fail"])
    }

    @Test func `without the permission for sessions the session is not read`() async throws {
        let user = try await acme.add("ada")
        let signedIn = try await acme.signIn(user, in: attempt)

        let found = try await reading.details(of: attempt, grant: acme.system.grant(), sessions: nil)

        #expect(found.session == nil)
        #expect(try await details().session?.session.id == signedIn.session.id)
    }

    @Test func `a session that only a client names is not shown as that of the attempt`() async throws {
        let signedIn = try await acme.signIn(try await acme.add("ada"))
        try await acme.deliver([
            event(1, .refresh, ago: .minutes(1), attempt: attempt, texts: [.session: signedIn.session.id.description])
        ])

        #expect(try await details().session == nil)
    }

    @Test func `events without the attempt's id are joined by what they have in common`() async throws {
        let phone: [EventDimension: String] = [.installation: "phone-1", .user: "ada"]
        try await acme.deliver([
            event(1, .tokenExchange, ago: .minutes(5), attempt: attempt, texts: phone),
            event(2, .sessionStore, ago: .minutes(4), attempt: nil, texts: [.installation: "phone-1"]),
            event(3, .apiUse, ago: .minutes(4), attempt: nil, texts: [.user: "ada"]),
            event(4, .apiUse, ago: .minutes(4), attempt: nil, texts: [.user: "bob"]),
            event(5, .sessionStore, ago: .minutes(1), attempt: nil, texts: [.installation: "phone-1"]),
        ])

        let joins = try await details().timeline.steps.map(\.join)

        #expect(joins.count == 3 && joins.first == .byAttempt)
        #expect(Set(joins.dropFirst()) == [EventJoin(.installation, .likely), EventJoin(.user, .possible)])
    }

    @Test func `events of the same request are joined, whatever else they have`() async throws {
        let clock = acme.installation.clock
        func request(at now: Timestamp) -> UUID { .version7(at: now, random: (1, 2)) }
        func naming(_ number: Int, _ request: UUID, attempt: TraceID?) -> DecodedEvent {
            var event = event(number, .tokenExchange, .failed, ago: .seconds(59), attempt: attempt)
            event.content.attributes = [EventAttribute("request.id", .text(request.hyphenated))]
            return event
        }
        let ours = request(at: clock.now)
        for id in [ours, request(at: clock.now + .milliseconds(1))] {
            acme.services.attempts.record(
                AttemptEntry(.passwordSignIn, .rejected, took: .milliseconds(3)),
                in: acme.context(from: RequestOrigin(address: "203.0.113.7", requestID: id.hyphenated, trace: nil))
            )
        }
        try await acme.services.attempts.flush()
        clock.advance(by: .minutes(1))
        try await acme.deliver([naming(1, ours, attempt: attempt), naming(2, ours, attempt: attempt(7))])

        let steps = try await details().timeline.steps
        let other = try await details(attempt(7)).timeline.steps

        #expect(steps.map(\.lane) == [.gatehouse, .phone])
        #expect(steps.map(\.join) == [EventJoin(.request, .certain), .byAttempt])
        #expect(other.map(\.join) == [EventJoin(.request, .certain), .byAttempt])
    }

    @Test func `a client that names a request in many events does not hide the server's`() async throws {
        let clock = acme.installation.clock
        let id = UUID.version7(at: clock.now, random: (1, 2))
        let decoys = (0..<60).map { number in
            var decoy = event(number, .tokenExchange, .failed, ago: .zero, attempt: attempt(number))
            decoy.content.attributes = [EventAttribute("request.id", .text(id.hyphenated))]
            return decoy
        }
        try await acme.deliver(decoys)
        clock.advance(by: .milliseconds(3))
        acme.services.attempts.record(
            AttemptEntry(.passwordSignIn, .rejected, took: .milliseconds(3)),
            in: acme.context(from: RequestOrigin(address: "203.0.113.7", requestID: id.hyphenated, trace: nil))
        )
        try await acme.services.attempts.flush()

        let found = try await reading.event(ofRequest: id, grant: acme.system.grant())
        let steps = try await details(attempt(0)).timeline.steps

        #expect(found?.content.source == .server)
        #expect(steps.contains { $0.lane == .gatehouse && $0.join == EventJoin(.request, .certain) })
    }

    @Test func `a reference finds the attempts of the tenant, the latest first, and no user or session`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        let reference = AttemptReference(attempt)
        let prefix = Array(attempt.bytes.prefix(5))
        func number(_ last: UInt8) -> TraceID? { TraceID(bytes: prefix + [UInt8](repeating: last, count: 11)) }
        let user = UUID(bytes: prefix + [UInt8](repeating: 1, count: 11)).hyphenated
        let after = TraceID("4bf92f3578000000000000000000000a")
        let filled = TraceID(bytes: [UInt8](repeating: 0, count: 8) + attempt.bytes.prefix(8))
        try await acme.deliver([
            event(1, .refresh, ago: .minutes(4), attempt: number(0xFF), texts: [.user: user]),
            event(2, .refresh, ago: .minutes(2), attempt: attempt),
            event(3, .refresh, ago: .minutes(5), attempt: number(0)),
            event(4, .refresh, ago: .minutes(3), attempt: filled), event(5, .refresh, ago: .minutes(1), attempt: after),
        ])
        try await globex.deliver([event(6, .refresh, ago: .minutes(1), attempt: number(7))])

        let grant: Grant<ReadEvents> = try acme.system.grant()
        let found = try await reading.attempts(reference, grant: grant)
        let none = try await reading.attempts(AttemptReference("ZZZZ-ZZZZ")!, grant: grant)

        #expect(found.map(\.attempt) == [attempt, filled, number(0xFF), number(0)])
        #expect(found.first?.latest == acme.installation.clock.now - .minutes(2) && none.isEmpty)
        try await acme.deliver(
            (0..<30).map { event(10 + $0, .refresh, ago: .seconds(9), attempt: number(UInt8(20 + $0))) }
        )
        #expect(try await reading.attempts(reference, grant: grant).count == AttemptReading.ofReference)
    }

    @Test func `an id that is no request's time reads nothing`() async throws {
        try await acme.deliver([event(1, .refresh, ago: .minutes(1), attempt: attempt)])
        let random = UUID(bytes: [UInt8](repeating: 0x4A, count: 16))

        #expect(try await reading.event(ofRequest: random, grant: acme.system.grant()) == nil)
    }

    @Test func `an attempt of another tenant with the same id stays there`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        await #expect(throws: DomainError.notFound(.attempt)) { try await details() }
        try await globex.deliver([event(1, .refresh, ago: .minutes(1), attempt: attempt)])
        await #expect(throws: DomainError.notFound(.attempt)) { try await details() }

        try await acme.deliver([event(2, .tokenExchange, ago: .minutes(1), attempt: attempt)])

        #expect(try await details().timeline.steps.map(\.content.stage) == [.tokenExchange])
        #expect(try await details(of: globex).timeline.steps.map(\.content.stage) == [.refresh])
        #expect(try await pages(AttemptFilter(release: "2.4.0"), limit: 50) == [[attempt]])
    }

    @Test func `large attributes are not read with an attempt, but with the event`() async throws {
        func large(_ number: Int, _ bytes: Int) -> DecodedEvent {
            var large = event(number, .tokenExchange, ago: .minutes(1), attempt: attempt)
            large.content.attributes = (0..<bytes / 4000).map {
                EventAttribute("screen.\($0 + 100)", .text(String(repeating: "word ", count: 800)))
            }
            return large
        }
        try await acme.deliver([large(1, 12_000), large(2, 40_000)])

        let steps = try await details().timeline.steps

        #expect(steps.map(\.content.attributes.count) == [3, 0])
        let whole = try await acme.services.events.event(steps[1].event.reference, grant: acme.system.grant())
        #expect(whole.content.attributes.count == 10)
        let listed = try await reading.store.page(AttemptFilter(release: "2.4.0"), PageRequest(), in: acme.tenant.id)
        #expect(listed.items.flatMap(\.events).map(\.content.attributes.count) == [3, 0])
    }

    @Test func `an attempt with very many events is cut, and says so`() async throws {
        for batch in 0..<11 {
            try await acme.deliver(
                (0..<1000).map { number in
                    event(
                        batch * 1000 + number,
                        .apiUse,
                        ago: .milliseconds(600_000 - Int64(batch * 1000 + number)),
                        attempt: attempt
                    )
                }
            )
        }

        let found = try await details()

        #expect(found.timeline.steps.count == 500 && found.timeline.leftOut == 9500)
        let gap = try #require(found.timeline.gaps.first { $0.kind == .leftOut })
        #expect(gap.after == 249 && gap.count == 9500)
        #expect(found.timeline.span == .milliseconds(10_999))
        #expect(found.findings.isEmpty)
        let summary = try await reading.page(AttemptFilter(), PageRequest(), grant: acme.system.grant()).items
        #expect(summary.first?.isPartial == true && summary.first?.events == Attempts.eventsInList)
    }

    @Test(arguments: [Duration.hours(5), .hours(-5)])
    func `an attempt of a phone whose clock is hours off is in order`(_ error: Duration) async throws {
        acme.services.attempts.record(
            AttemptEntry(.passwordSignIn, .success, took: .milliseconds(300)),
            in: acme.context(trace: attempt)
        )
        try await acme.services.attempts.flush()
        acme.installation.clock.advance(by: .seconds(1))
        var request = event(1, .tokenExchange, ago: .zero - error, attempt: attempt)
        request.content.duration = .seconds(2)

        try await acme.deliver([request], sentAt: acme.installation.clock.now + error)

        let found = try await details()
        #expect(found.timeline.steps.map(\.lane) == [.gatehouse, .phone])
        #expect(found.timeline.span == .seconds(1) && found.findings.map(\.code) == ["inc.clock"])
    }

    @Test func `an attempt is listed once, however many events lie between those that match`() async throws {
        let old: [EventDimension: String] = [.appVersion: "2.3.0"]
        let between = AttemptWalk.laterEvents + 100
        try await acme.deliver(
            [event(0, .refresh, ago: .seconds(900), attempt: attempt, texts: old)]
                + (1...between).map { number in
                    event(number, .apiUse, ago: .seconds(800) - .milliseconds(number), attempt: attempt)
                } + [event(between + 1, .refresh, ago: .seconds(10), attempt: attempt, texts: old)]
        )

        #expect(try await pages(AttemptFilter(release: "2.3.0"), limit: 50) == [[attempt]])
        #expect(try await pages(AttemptFilter(release: "2.4.0"), limit: 50) == [[attempt]])
    }

    @Test func `an event that arrives half a day late is listed by its release`() async throws {
        let texts: [EventDimension: String] = [.appVersion: "2.3.0"]
        try await acme.deliver(
            [13, 30, 47].map { hours in
                event(
                    hours,
                    .refresh,
                    ago: .hours(Int64(hours)) + .minutes(7),
                    attempt: attempt(hours),
                    texts: texts
                )
            }
        )

        let pages = try await pages(AttemptFilter(release: "2.3.0"), limit: 50)

        #expect(pages == [[13, 30, 47].map(attempt)])
    }

    @Test func `attempts are listed by user, installation and release, each once`() async throws {
        var events: [DecodedEvent] = []
        for number in 0..<30 {
            for step in 0..<4 {
                events.append(
                    event(
                        number * 4 + step,
                        .refresh,
                        ago: .seconds(Int64(1000 - number * 2 - step * 7)),
                        attempt: attempt(number),
                        texts: [
                            .user: number < 20 ? "ada" : "bob", .installation: "phone-\(number % 2)",
                            .appVersion: number < 10 ? "2.3.0" : "2.4.0",
                        ]
                    )
                )
            }
        }
        try await acme.deliver(events)

        for (filter, expected) in [
            (AttemptFilter(), Array(0..<30)), (AttemptFilter(user: "ada"), Array(0..<20)),
            (AttemptFilter(user: "bob"), Array(20..<30)), (AttemptFilter(release: "2.3.0"), Array(0..<10)),
            (AttemptFilter(user: "ada", release: "2.4.0"), Array(10..<20)),
            (AttemptFilter(installation: "phone-1"), Array(0..<30).filter { $0 % 2 == 1 }),
            (AttemptFilter(user: "nobody"), []), (AttemptFilter(release: "9"), []),
        ] {
            let pages = try await pages(filter, limit: 7)
            #expect(pages.flatMap(\.self) == expected.reversed().map(attempt), "\(filter)")
        }
    }

    @Test func `a list goes back to the page before`() async throws {
        try await acme.deliver(
            (0..<9).map { event($0, .refresh, ago: .seconds(Int64(100 - $0)), attempt: attempt($0)) }
        )
        let grant: Grant<ReadEvents> = try acme.system.grant()

        for filter in [AttemptFilter(), AttemptFilter(release: "2.4.0")] {
            let first = try await reading.page(filter, PageRequest(limit: 3), grant: grant)
            let second = try await reading.page(filter, PageRequest(limit: 3, cursor: first.next), grant: grant)
            let back = try await reading.page(filter, PageRequest(limit: 3, cursor: second.previous), grant: grant)

            #expect(first.previous == nil && second.items.map(\.attempt) == [5, 4, 3].map(attempt))
            #expect(back.items == first.items && back.previous == nil)
        }
    }

    @Test func `attempts of a release are listed where minutes are no longer counted, and hours`() async throws {
        // The first minute that is counted is within an hour.
        acme.installation.clock.advance(by: .minutes(30))
        let ages: [Duration] = (0..<36).map { .hours(47) + .minutes($0 * 5) } + [.days(100), .days(101)]
        for (number, ago) in ages.enumerated() {
            try await acme.deliver([event(number, .refresh, ago: ago, attempt: attempt(number))])
        }

        let found = try await pages(AttemptFilter(release: "2.4.0"), limit: 7)

        #expect(found.flatMap(\.self) == ages.indices.map(attempt))
    }

    @Test func `a list that goes back over very many hours repeats no attempt`() async throws {
        let count = 68
        // Each in the last millisecond of an hour.
        let ends = (1...count).map { Duration.hours(Int64($0)) + .milliseconds(1) }
        let now = acme.installation.clock.now
        let start = Timestamp(milliseconds: CountWindow.Span.hour.floor(now.milliseconds))
        try await acme.deliver(
            ends.enumerated().map { number, ago in
                event(number, .refresh, ago: now.since(start) + ago, attempt: attempt(number))
            }
        )
        let access = StoreAccess(database: acme.installation.observedEvents) { Issue.record("\($0)") }
        var store = Attempts(access: access, shapes: ShapeCache(now: { now }), now: { now })
        // One hour for each page.
        store.limits.search.time = .zero
        var found: [TraceID] = []
        var pages = 0
        var cursor: Cursor? = .time(start - .hours(Int64(count) + 1), .backward)

        while let place = cursor {
            let request = PageRequest(limit: 50, cursor: place)
            let page = try await store.page(AttemptFilter(release: "2.4.0"), request, in: acme.tenant.id)
            found = page.items.map(\.attempt) + found
            pages += 1
            cursor = page.previous
        }

        #expect(found == (0..<count).map(attempt) && pages >= count)
    }

    @Test func `an attempt of a release is found among very many kinds of events`() async throws {
        try await acme.deliver([event(0, .refresh, ago: .hours(3), attempt: attempt)])
        for first in stride(from: 0, to: 5000, by: 500) {
            try await acme.deliver(
                (first..<first + 500).map {
                    event(1 + $0, .refresh, ago: .minutes(1), attempt: nil, texts: [.deviceModel: "model \($0)"])
                }
            )
        }

        let page = try await reading.page(AttemptFilter(release: "2.4.0"), PageRequest(), grant: acme.system.grant())

        #expect(page.items.map(\.attempt) == [attempt])
    }

    @Test func `attempts are listed by failure`() async throws {
        try await acme.deliver([
            event(1, .sessionStore, .failed, ago: .hours(30), attempt: attempt(1)),
            event(2, .tokenExchange, .failed, ago: .hours(20), attempt: attempt(2)),
            event(3, .sessionStore, .failed, ago: .hours(3), attempt: attempt(3)),
            event(4, .sessionStore, ago: .hours(2), attempt: attempt(3)),
        ])
        let failures = try await acme.failures()

        let found = try await pages(AttemptFilter(failure: failures[.sessionStore]), limit: 1)

        #expect(found.flatMap(\.self) == [attempt(3), attempt(1)])
        #expect(try await pages(AttemptFilter(failure: failures[.tokenExchange]), limit: 50) == [[attempt(2)]])
        #expect(
            try await pages(AttemptFilter(failure: FailureKey.ID("00000000-0000-8000-8000-000000000000")), limit: 50)
                == [[]]
        )
    }

    @Test func `an attempt names the failure of its first broken step`() async throws {
        try await acme.deliver([
            event(1, .appleSheet, ago: .minutes(3), attempt: attempt),
            event(2, .tokenExchange, .failed, ago: .minutes(2), attempt: attempt),
            event(3, .sessionStore, .failed, ago: .minutes(1), attempt: attempt),
            event(4, .appleSheet, ago: .hours(3), attempt: attempt(4)),
        ])
        let failures = try await acme.failures()

        #expect(failures[.tokenExchange] != nil)
        #expect(try await details().failure == failures[.tokenExchange])
        #expect(try await details(attempt(4)).failure == nil)
    }

    @Test func `a user with very many events of one attempt is paged all the same`() async throws {
        try await acme.deliver(
            (0..<AttemptWalk.Limits().events + 100).map {
                event($0, .apiUse, ago: .seconds(Int64(2000 - $0)), attempt: attempt(1), texts: [.user: "ada"])
            }
        )
        try await acme.deliver([
            event(5000, .refresh, ago: .hours(1), attempt: attempt(2), texts: [.user: "ada"])
        ])

        let pages = try await pages(AttemptFilter(user: "ada"), limit: 5)

        #expect(pages.flatMap(\.self) == [attempt(1), attempt(2)] && pages.count == 2)
    }

    @Test func `the attempts of the same installation are its neighbours`() async throws {
        let phone: [EventDimension: String] = [.installation: "phone-1"]
        try await acme.deliver(
            (0..<50).map {
                event($0, .refresh, ago: .minutes(Int64(100 - $0)), attempt: attempt($0), texts: phone)
            } + [event(99, .refresh, ago: .minutes(75), attempt: attempt, texts: [.installation: "phone-2"])]
        )

        let found = try await details(attempt(25))

        #expect(found.earlier.map(\.attempt) == (5..<25).reversed().map(attempt))
        #expect(found.later.map(\.attempt) == (26..<46).map(attempt))
        #expect(try await details().earlier.isEmpty)
    }

    @Test(arguments: ["", "x", "9223372036854775807", "-9223372036854775808"])
    func `a cursor of another list, or of no time, is refused`(_ key: String) async throws {
        try await acme.deliver([event(1, .refresh, ago: .minutes(1), attempt: attempt)])
        for direction in [Cursor.Direction.forward, .backward] {
            let cursor = Cursor(direction: direction, key: key, id: [UInt8](repeating: 0xFF, count: 8))
            for filter in [AttemptFilter(), AttemptFilter(release: "2.4.0")] {
                await #expect(throws: Keyset.badCursor) {
                    try await reading.page(filter, PageRequest(cursor: cursor), grant: acme.system.grant())
                }
            }
        }
    }

    @Test func `what is usual comes from recent successes`() async throws {
        try await acme.deliver(
            (0..<40).map { number in
                // Of two combinations of values.
                let release = [EventDimension.appVersion: "2.\(number % 2).0"]
                var event = event(number, .sessionStore, ago: .minutes(30), attempt: nil, texts: release)
                event.content.duration = .milliseconds(Int64(100 + number))
                return event
            }
                + (40..<80).map { number in
                    let (stage, outcome): (Stage, Outcome) =
                        number < 60 ? (.sessionStore, .failed) : (.refresh, .success)
                    var event = event(number, stage, outcome, ago: .minutes(30), attempt: nil)
                    event.content.duration = .seconds(9)
                    return event
                } + [event(99, .sessionStore, ago: .minutes(1), attempt: attempt)]
        )

        let usual = try await details().timeline.steps.first?.usual

        #expect(usual?.samples == 40 && usual?.median == .milliseconds(119) && usual?.slow == .milliseconds(137))
    }
}

extension TestTenant {
    func context(trace: TraceID) -> SignInContext {
        context(from: RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: trace))
    }

    /// The failures, by their stage.
    fileprivate func failures() async throws -> [Stage: FailureKey.ID] {
        let listing = try await services.failures.list(FailureQuery(), PageRequest(), grant: system.grant())
        return Dictionary(uniqueKeysWithValues: listing.page.items.map { ($0.key.stage, $0.id) })
    }
}
