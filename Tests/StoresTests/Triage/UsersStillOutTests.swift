import Domain
import Fixtures
import Testing
import UseCases

@Suite struct UsersStillOutTests {
    private func list(
        _ world: TriageWorld,
        _ period: FailurePeriod = .week,
        _ request: PageRequest = PageRequest()
    ) async throws -> Page<StoredEvent> {
        let id = try #require(try await world.all(FailureQuery(period: .month, code: "keychain.locked")).first).id
        return try await world.acme.services.failures.usersStillOut(
            of: id,
            period,
            request,
            grant: world.acme.system.grant()
        )
    }

    private func world() async throws -> TriageWorld {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", ago: .minutes(10)), world.failing(2, user: "ada", ago: .minutes(2)),
            world.failing(3, user: "bob", ago: .minutes(9)), world.success(4, user: "bob", ago: .minutes(8)),
            world.failing(5, device: "phone", ago: .minutes(7)), world.failing(6, user: "cy", ago: .days(3)),
            world.other(7, user: "dee", ago: .minutes(1)),
        ])
        return world
    }

    @Test func `each user who is still out is listed with the latest event, latest first`() async throws {
        let world = try await world()

        let week = try await list(world).items

        #expect(week.map(\.content.id) == [2, 5, 6].map { world.acme.event($0).content.id })
        #expect(week.map { $0.content[.user] } == ["ada", nil, "cy"])
        #expect(week.map(\.isUserClaimed) == [true, false, true])
        #expect(try await list(world, .day).items.map { $0.content[.user] } == ["ada", nil])
    }

    @Test func `someone with two versions is listed once, and whom the server confirms is not only claimed`()
        async throws
    {
        let world = try await TriageWorld()
        let ada = try await world.acme.add("Ada")
        let session = try await world.acme.signIn(ada).session
        try await world.acme.services.attempts.flush()
        world.clock.advance(by: .minutes(10))
        var own = world.failing(1, user: ada.id.description, ago: .minutes(2))
        own.content.texts[.session] = session.id.description
        try await world.deliver([
            world.failing(2, user: "bob", release: "2.4.0", ago: .minutes(9)),
            world.failing(3, user: "bob", release: "2.4.1", ago: .minutes(5)), own,
        ])

        let listed = try await list(world).items

        #expect(listed.map { $0.content[.user] } == [ada.id.description, "bob"])
        #expect(listed.map { $0.content[.appVersion] } == ["2.4.0", "2.4.1"])
        #expect(listed.map(\.isUserClaimed) == [false, true])
    }

    @Test func `the list is paged in both directions`() async throws {
        let world = try await world()

        let first = try await list(world, .week, PageRequest(limit: 2))
        let second = try await list(world, .week, PageRequest(limit: 2, cursor: first.next))
        let back = try await list(world, .week, PageRequest(limit: 2, cursor: second.previous))

        #expect(first.items.count == 2 && first.previous == nil)
        #expect(second.items.map { $0.content[.user] } == ["cy"] && second.next == nil)
        #expect(back.items == first.items)
    }

    @Test func `a failure of another tenant is not found`() async throws {
        let acme = try await world()
        let globex = try await TriageWorld("globex", in: acme.installation)
        let id = try #require(try await acme.all(FailureQuery(code: "keychain.locked")).first).id

        await #expect(throws: DomainError.notFound(.failure)) {
            _ = try await globex.acme.services.failures.usersStillOut(
                of: id,
                .week,
                PageRequest(),
                grant: globex.acme.system.grant()
            )
        }
    }

    @Test func `the same failure of another tenant has people of its own`() async throws {
        let acme = try await world()
        let globex = try await TriageWorld("globex", in: acme.installation)
        try await globex.deliver([globex.failing(1, user: "eve")])

        #expect(try await list(globex).items.map { $0.content[.user] } == ["eve"])
        #expect(try await list(acme).items.count == 3)
    }
}
