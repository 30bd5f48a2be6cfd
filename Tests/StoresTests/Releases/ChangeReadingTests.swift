import Domain
import Fixtures
import Testing

@testable import UseCases

/// What changed, in a time and of a kind.
@Suite struct ChangeReadingTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        // A minute after the tenant was made, and within an hour.
        installation.clock.advance(by: .minutes(10))
    }

    private var now: Timestamp { installation.clock.now }

    private func changes(_ query: ChangeQuery, limit: Int = 50) async throws -> [NotableChange] {
        var (found, cursor): ([NotableChange], Cursor?) = ([], nil)
        repeat {
            let page = try await acme.services.changes.page(
                PageRequest(limit: limit, cursor: cursor),
                of: query,
                access: acme.system,
                grant: acme.system.grant()
            )
            try #require(page.items.count <= limit && found.count < 1000)
            found += page.items
            cursor = page.next
        } while cursor != nil
        return found
    }

    private func release(_ version: String) async throws {
        var event = acme.event(Int(now.milliseconds % 1_000_000), outcome: .success, ago: .seconds(1))
        event.content.texts[.appVersion] = version
        try await acme.deliver([event])
    }

    private func failAtApple() async throws {
        let content = EventContent(
            id: Event.ID(.version7(at: now, random: (1, UInt64(now.milliseconds)))),
            occurredAt: now,
            source: .server,
            stage: .appleVerify,
            outcome: .failed,
            attributes: [EventAttribute("auth.server.code", .text("apple.server.unavailable"))]
        )
        try await acme.services.intake.recorder.record([DecodedEvent(content)], in: acme.tenant.id)
    }

    @Test(arguments: [1, 50])
    func `a time begins with its first moment, and ends before its last`(limit: Int) async throws {
        var times: [Timestamp] = []
        for number in 1...4 {
            times.append(now)
            for _ in 1...3 { try await acme.set { $0.requiresNonce.toggle() } }
            try await release("2.\(number).0")
            installation.clock.advance(by: .minutes(7))
        }

        let found = try await changes(ChangeQuery(from: times[1], to: times[3]), limit: limit)

        #expect(found.map(\.at) == [times[2], times[2], times[2], times[2], times[1], times[1], times[1], times[1]])
        #expect(found.filter { $0.kind == .release }.map(\.subject) == ["2.3.0", "2.2.0"])
        #expect(Set(found).count == 8)
    }

    @Test func `changes at the end of a time take no place of those before`() async throws {
        try await acme.set { $0.requiresNonce = true }
        try await release("2.4.0")
        installation.clock.advance(by: .minutes(1))
        let end = now
        for _ in 1...30 { try await acme.set { $0.requiresNonce.toggle() } }
        for number in 1...5 { try await release("3.\(number).0") }

        let found = try await changes(ChangeQuery(from: end - .minutes(2), to: end), limit: 2)

        #expect(Set(found.map(\.kind)) == [.settings, .release] && found.count == 2)
    }

    @Test func `a cursor after the end of the time reads from the end`() async throws {
        try await release("2.4.0")
        installation.clock.advance(by: .minutes(1))
        let end = now
        try await release("2.5.0")
        let page = try await acme.services.changes.page(
            PageRequest(limit: 10, cursor: Cursor(key: String((end + .days(1)).milliseconds), id: Array("r9".utf8))),
            of: ChangeQuery(to: end, kinds: [.release]),
            access: acme.system,
            grant: acme.system.grant()
        )

        #expect(page.items.map(\.subject) == ["2.4.0"])
    }

    @Test func `one kind is listed alone`() async throws {
        try await release("2.4.0")
        try await acme.set { $0.requiresNonce = true }
        _ = try await acme.services.keys.create(kind: .ingest, name: "App", grant: acme.system.grant())

        for kind in [ChangeKind.release, .settings, .key] {
            let found = try await changes(ChangeQuery(from: now - .minutes(5), kinds: [kind]))
            #expect(found.map(\.kind) == [kind], "\(kind)")
        }
        #expect(try await changes(ChangeQuery(from: now - .minutes(5), kinds: [.role])).isEmpty)
    }

    @Test func `an outage is of each time that it reaches into, with the same times`() async throws {
        let start = now.startOfHour
        try await failAtApple()
        installation.clock.advance(by: .hours(1))
        try await failAtApple()
        installation.clock.advance(by: .hours(6))
        let outage = start..<start + .hours(2)

        let inside = ChangeQuery(from: start + .minutes(70), to: start + .minutes(80), kinds: [.appleOutage])
        let beginning = ChangeQuery(from: start - .hours(1), to: start + .minutes(1), kinds: [.appleOutage])
        let after = ChangeQuery(from: start + .hours(2), to: start + .hours(3), kinds: [.appleOutage])
        let before = ChangeQuery(from: start - .hours(3), to: start, kinds: [.appleOutage])

        for query in [inside, beginning] {
            let found = try await changes(query)
            #expect(found.map(\.at) == [outage.lowerBound] && found.first?.until == outage.upperBound)
        }
        #expect(try await changes(after).isEmpty)
        #expect(try await changes(before).isEmpty)
    }

    @Test func `an outage does not end in the future`() async throws {
        try await failAtApple()
        let seen = now
        #expect(try await changes(ChangeQuery(kinds: [.appleOutage])).map(\.until) == [seen])

        installation.clock.advance(by: .hours(3))
        #expect(try await changes(ChangeQuery(kinds: [.appleOutage])).map(\.until) == [seen.startOfHour + .hours(1)])
    }

    @Test func `outages are listed for ninety days`() async throws {
        try await failAtApple()
        installation.clock.advance(by: .days(80))
        #expect(try await changes(ChangeQuery(kinds: [.appleOutage])).count == 1)
        #expect(try await changes(ChangeQuery(from: now - .days(3000), kinds: [.appleOutage])).count == 1)
        #expect(try await changes(ChangeQuery(to: now - .days(79), kinds: [.appleOutage])).count == 1)

        installation.clock.advance(by: .days(12))
        #expect(try await changes(ChangeQuery(kinds: [.appleOutage])).isEmpty)
    }

    @Test(.timeLimit(.minutes(5)))
    func `an outage of days has the same times whatever part of it is asked for`() async throws {
        let start = now.startOfHour
        for _ in 0..<60 {
            try await failAtApple()
            installation.clock.advance(by: .hours(1))
        }
        installation.clock.advance(by: .days(9))
        let parts = [(0, 1), (25, 26), (30, 59), (-50, 2), (59, 200)].map { ($0.0 as Int64, $0.1 as Int64) }

        for (first, last) in parts {
            let found = try await changes(
                ChangeQuery(from: start + .hours(first), to: start + .hours(last), kinds: [.appleOutage])
            )
            #expect(found.map(\.at) == [start] && found.first?.until == start + .hours(60), "\(first) to \(last)")
        }
        #expect(
            try await changes(ChangeQuery(to: start + .hours(3), kinds: [.appleOutage])).first?.until == start
                + .hours(60)
        )
    }

    @Test func `many later changes do not hide an outage in a chart`() async throws {
        try await failAtApple()
        installation.clock.advance(by: .minutes(1))
        for _ in 1...60 { try await acme.set { $0.requiresNonce.toggle() } }

        let page = await acme.services.changes.within(
            now - .hours(1)..<now + .minutes(1),
            access: acme.system,
            grant: try acme.system.grant()
        )

        #expect(page?.items.count == 51 && page?.items.last?.kind == .appleOutage && page?.next != nil)
    }

    @Test func `a signing key is named by its own id`() async throws {
        installation.clock.advance(by: .days(1))
        let new = try await acme.services.signingKeys.rotate(grant: acme.system.grant())

        let found = try await changes(ChangeQuery(kinds: [.key]))

        #expect(found.first?.action == .signingKeyRotated && found.first?.subject == new.name.description)
    }

    @Test func `a chart has the latest fifty, and says that there are more`() async throws {
        for number in 1...51 {
            try await release("2.\(number).0")
            installation.clock.advance(by: .seconds(1))
        }
        func within(_ time: Range<Timestamp>) async throws -> Page<NotableChange>? {
            try await acme.services.changes.within(time, access: acme.system, grant: acme.system.grant())
        }

        let all = try #require(try await within(now - .minutes(5)..<now))
        let fewer = try #require(try await within(now - .seconds(50)..<now))

        #expect(all.items.count == 50 && all.next != nil && all.items.first?.subject == "2.51.0")
        #expect(fewer.items.count == 50 && fewer.next == nil)
    }
}
