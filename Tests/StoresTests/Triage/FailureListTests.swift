import Domain
import Fixtures
import Testing
import UseCases

@Suite struct FailureListTests {
    @Test func `events with one cause are one failure, with its numbers`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", ago: .hours(30)), world.failing(2, user: "ada", ago: .hours(3)),
            world.failing(3, user: "bob", ago: .minutes(2)), world.other(4, user: "ada"),
        ])

        let all = try await world.all(FailureQuery(sort: .count))

        #expect(all.map(\.key.code) == ["keychain.locked", "keychain.not_found"])
        let first = try #require(all.first)
        #expect(first.count == 3 && first.users.affected == 2 && first.users.isComplete)
        #expect(first.triage == .untouched)
        #expect(first.lastSeen == world.clock.now - .minutes(2))
        #expect(first.firstSeen == world.clock.now - .hours(30))
        #expect(first.columns.count == 28 && first.columns.reduce(0, +) == 3)
        #expect(first.columns.suffix(1) == [1] || first.columns.suffix(2).reduce(0, +) >= 1)
    }

    @Test func `a success, a cancellation and a wrong password open no failure`() async throws {
        let world = try await TriageWorld()
        var wrong = world.acme.event(2, stage: .passwordEntry, outcome: .rejected)
        wrong.content.error = nil
        var cancelled = world.acme.event(3, stage: .appleSheet, outcome: .failed)
        cancelled.content.error = EventError(
            domain: "com.apple.AuthenticationServices.AuthorizationError",
            code: "1001",
            message: nil
        )

        try await world.deliver([world.success(1, user: "ada"), wrong, cancelled])

        #expect(try await world.all().isEmpty)
    }

    @Test func `a failure of another tenant is neither listed nor found`() async throws {
        let installation = try await Installation()
        let acme = try await TriageWorld("acme", in: installation)
        let globex = try await TriageWorld("globex", in: installation)
        try await acme.deliver([acme.failing(1, user: "ada"), acme.failing(2, user: "bob")])
        try await globex.deliver([globex.other(3, user: "ada"), globex.failing(4, user: "ada")])
        let foreign = try #require(try await globex.all(FailureQuery(code: "keychain.not_found")).first)

        let own = try await acme.only()

        #expect(own.users.affected == 2)
        await #expect(throws: DomainError.notFound(.failure)) { try await acme.detail(foreign.id) }
        await #expect(throws: DomainError.notFound(.failure)) { try await acme.act(.resolve, on: foreign) }
        // The same cause has one id in both tenants; what one decides about it says nothing in the other.
        try await acme.act(.resolve, on: own)
        let same = try #require(try await globex.all(FailureQuery(code: "keychain.locked")).first)
        #expect(same.id == own.id && same.triage == .untouched)
        #expect(try await globex.history(same.id).isEmpty)
    }

    @Test func `failures are filtered by state, assignment, code and release`() async throws {
        let world = try await TriageWorld()
        let ada = try await world.acme.add("Ada", role: .admin)
        try await world.deliver([
            world.failing(1, user: "a", release: "2.3.0"), world.failing(2, user: "b", release: "2.4.0"),
            world.other(3, user: "a"),
        ])
        let failure = try #require(try await world.all(FailureQuery(code: "keychain.locked")).first)
        try await world.act(.assign(ada.id), on: failure)
        try await world.act(.expect, on: try #require(try await world.all(FailureQuery(code: "keychain.locked")).first))

        func codes(_ query: FailureQuery) async throws -> [String] { try await world.all(query).map(\.key.code) }

        #expect(try await codes(FailureQuery(states: [.expected])) == ["keychain.locked"])
        #expect(try await codes(FailureQuery(states: [.open, .regressed])) == ["keychain.not_found"])
        #expect(try await codes(FailureQuery(assignment: .member(ada.id))) == ["keychain.locked"])
        #expect(try await codes(FailureQuery(assignment: .noOne)) == ["keychain.not_found"])
        #expect(try await codes(FailureQuery(code: "net.offline")) == [])
        let old = try await world.all(FailureQuery(release: "2.3.0"))
        #expect(old.map(\.count) == [1] && old.map(\.users.affected) == [1])
        let counts = try await world.list(FailureQuery(states: [.expected])).counts
        #expect(counts == [.expected: 1, .open: 1])
    }

    @Test(arguments: FailureQuery.Sort.allCases)
    func `pages of one order have each failure once`(sort: FailureQuery.Sort) async throws {
        let world = try await TriageWorld()
        let events = (0..<7).flatMap { failure in
            (0...failure % 3).map { number in
                var event = world.failing(
                    failure * 10 + number,
                    user: "user \(number)",
                    ago: .minutes(Int64(failure % 4 + 1))
                )
                event.content.error = EventError(domain: "com.example.app", code: "\(failure)", message: nil)
                return event
            }
        }
        try await world.deliver(events)

        var found: [FailureSummary] = []
        var cursor: Cursor?
        repeat {
            let page = try await world.list(FailureQuery(sort: sort), PageRequest(limit: 3, cursor: cursor)).page
            found += page.items
            cursor = page.next
        } while cursor != nil

        #expect(found.count == 7 && Set(found.map(\.id)).count == 7)
        switch sort {
        case .count: #expect(found.map(\.count) == found.map(\.count).sorted(by: >))
        case .users: #expect(found.map(\.users.affected) == found.map(\.users.affected).sorted(by: >))
        case .lastSeen: #expect(found.compactMap(\.lastSeen) == found.compactMap(\.lastSeen).sorted(by: >))
        }
    }

    @Test func `beyond those whose people are counted the order is that by events`() async throws {
        let world = try await TriageWorld()
        // Each of the others has three events.
        let rare = [(name: "two", count: 2), (name: "one", count: 1)]
        let common = (0..<200).map { (name: "\($0)", count: 3) }
        let events = (rare + common).enumerated().flatMap { place, failure in
            (0..<failure.count).map { number in
                var event = world.failing(place * 10 + number, user: "ada")
                event.content.error = EventError(domain: "com.example.app", code: failure.name, message: nil)
                return event
            }
        }
        for first in stride(from: 0, to: events.count, by: 100) {
            try await world.deliver(Array(events[first..<min(first + 100, events.count)]))
        }

        let first = try await world.list(FailureQuery(), PageRequest(limit: 200)).page
        let second = try await world.list(FailureQuery(), PageRequest(limit: 200, cursor: first.next)).page

        #expect(first.items.count == 200)
        #expect(second.items.map(\.key.root?.code) == ["two", "one"])
    }

    @Test func `a resolved failure is listed when its period has no event of it`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
        try await world.act(.resolve, on: try await world.only())
        world.clock.advance(by: .days(8))

        let listed = try await world.all(FailureQuery(period: .day, states: [.resolved]))

        #expect(listed.map(\.count) == [0])
        #expect(listed.first?.lastSeen == world.clock.now - .days(8) - .minutes(1))
        #expect(try await world.all(FailureQuery(period: .day, states: [.open])).isEmpty)
    }

    @Test func `many failures that are archived for ever don't hide a regression`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
        try await world.act(.resolve, on: try await world.only())
        world.clock.advance(by: .minutes(5))
        try await world.deliver(
            (0..<100).map { number in
                var event = world.failing(100 + number, user: "ada")
                event.content.error = EventError(domain: "com.example.app", code: "\(number)", message: nil)
                return event
            }
        )
        let others = try await world.list(FailureQuery(states: [.open]), PageRequest(limit: 100)).page.items
        _ = try await world.acme.services.triage.change(
            others.map { FailureReference($0.id, version: nil) },
            by: .archive,
            grant: world.acme.system.grant()
        )
        world.clock.advance(by: .minutes(5))
        try await world.deliver([world.failing(2, user: "bob")])

        let regressed = try await world.all(FailureQuery(states: [.regressed]))

        #expect(regressed.map(\.key.code) == ["keychain.locked"])
    }

    @Test func `a failure in more releases than are listed says so`() async throws {
        let world = try await TriageWorld()
        try await world.deliver((0..<25).map { world.failing($0, release: "2.\($0)") } + [world.failing(99)])

        let detail = try await world.detail(try await world.only().id)

        #expect(detail.releases.count == 20 && !detail.hasAllReleases)
    }

    @Test func `events without a release are behind the releases with equally many`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, release: nil), world.failing(2, release: "2.0"), world.failing(3, release: "1.0"),
        ])

        let detail = try await world.detail(try await world.only().id)

        #expect(detail.releases.map(\.name) == ["1.0", "2.0", nil])
    }

    @Test(arguments: FailurePeriod.allCases) func `a list is ordered by the events that its columns show`(
        period: FailurePeriod
    ) async throws {
        let world = try await TriageWorld()
        // The clock of a device is a little ahead: for it, the next hour has begun.
        world.clock.advance(by: .minutes(59))
        try await world.deliver([
            world.other(1, user: "ada"), world.failing(2, ago: .seconds(-80)), world.failing(3, ago: .seconds(-90)),
        ])

        let listed = try await world.all(FailureQuery(period: period, sort: .count))

        let shown = listed.map { $0.columns.reduce(0, +) }
        #expect(listed.map(\.count) == shown && shown == shown.sorted(by: >))
        #expect(period != .month || shown == [2, 1])
    }

    @Test func `one failure has its releases and its latest events`() async throws {
        let world = try await TriageWorld()
        try await world.deliver(
            (0..<12).map {
                world.failing($0, user: "ada", release: $0 < 8 ? "2.4.0" : "2.3.0", ago: .minutes(Int64($0 + 1)))
            }
                + [world.failing(20, user: "ada", release: nil), world.other(21)]
        )
        let failure = try #require(try await world.all(FailureQuery(code: "keychain.locked")).first)

        let detail = try await world.detail(failure.id)

        #expect(detail.releases.map(\.name) == ["2.4.0", "2.3.0", nil])
        #expect(detail.releases.map(\.count) == [8, 4, 1] && detail.hasAllReleases)
        #expect(detail.examples.count == 10)
        #expect(detail.examples.allSatisfy { $0.code == "keychain.locked" })
    }
}
