import Database
import Domain
import Fixtures
import Testing

@testable import Stores
@testable import UseCases

@Suite struct AffectedUserCounterTests {
    @Test func `a person is a user, or an installation without one`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", device: "phone"), world.failing(2, user: "ada", device: "tablet"),
            world.failing(3, device: "unknown phone"), world.failing(4, device: "unknown phone"), world.failing(5),
        ])

        let users = try await world.only().users

        #expect(users == AffectedUsers(affected: 2, stillOut: 2))
    }

    @Test func `people are still out until a success after their last event`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "before", ago: .minutes(10)), world.success(2, user: "before", ago: .minutes(11)),
            world.failing(3, user: "after", ago: .minutes(10)), world.success(4, user: "after", ago: .minutes(9)),
            world.failing(5, user: "again", ago: .minutes(10)), world.success(6, user: "again", ago: .minutes(9)),
            world.failing(7, user: "again", ago: .minutes(8)),
            world.failing(8, device: "phone", ago: .minutes(10)), world.success(9, device: "phone", ago: .minutes(9)),
            world.failing(10, user: "other", ago: .minutes(10)), world.other(11, user: "other", ago: .minutes(9)),
        ])
        let failure = try #require(try await world.all(FailureQuery(code: "keychain.locked")).first)

        #expect(failure.users == AffectedUsers(affected: 5, stillOut: 3))
        #expect(try await world.detail(failure.id).summary.users == failure.users)
    }

    @Test(arguments: [
        (Stage.ui, false), (.appleSheet, false), (.passwordEntry, false), (.signOut, false), (.tokenExchange, true),
        (.sessionRestore, true), (.refresh, true), (.apiUse, true), (.sessionStore, true),
    ])
    func `only a success at a stage of a signed-in user counts`(stage: Stage, counts: Bool) async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", ago: .minutes(5)),
            world.success(2, user: "ada", stage: stage, ago: .minutes(4)),
        ])

        #expect(try await world.only().users.stillOut == (counts ? 0 : 1))
    }

    @Test func `a success of another tenant's user brings no one back`() async throws {
        let installation = try await Installation()
        let acme = try await TriageWorld("acme", in: installation)
        let globex = try await TriageWorld("globex", in: installation)
        try await acme.deliver([acme.failing(1, user: "ada", ago: .minutes(5))])
        try await globex.deliver([globex.success(2, user: "ada", ago: .minutes(4))])

        #expect(try await acme.only().users.stillOut == 1)
    }

    /// Adds users of the failure as its events would have, every `step`th number, of which each fourth is back.
    private func add(
        _ users: Int,
        step: Int,
        from first: Int = 1000,
        version: String = "",
        isLatest: Bool = true,
        to world: TriageWorld
    ) async throws {
        _ = try await world.installation.events.write(.installation("test")) { transaction in
            try transaction.execute(
                """
                WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < \(users))
                INSERT INTO failure_users (
                    tenant_id, subject_id, failure_id, app_version, sample, last_at, is_latest, is_out, is_installation)
                SELECT 1, id, 1, '2.4.' || (n % 10) || CAST(\(version) AS TEXT), (id * 40503 >> 10) & 63,
                    \(world.clock.now - .hours(1)), \(isLatest), CASE WHEN n % 4 = 0 THEN 0 ELSE 1 END, 0
                FROM (SELECT n, CAST(\(first) + n * \(step) AS BIGINT) AS id FROM numbers) AS k
                """
            )
        }
    }

    @Test(arguments: [1, 2, 3, 4, 7])
    func `very many people are estimated within two percent`(step: Int) async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
        try await add(199_999, step: step, to: world)

        let listed = try await world.only()
        let detail = try await world.detail(listed.id).summary.users
        let ofRelease = try #require(try await world.all(FailureQuery(release: "2.4.0")).first).users

        for users in [listed.users, detail] {
            #expect(users.isEstimated && users.isComplete)
            #expect(abs(users.affected - 200_000) <= 4000, "\(users)")
            #expect(abs(users.stillOut - 150_000) <= 4000, "\(users)")
        }
        #expect(ofRelease.isComplete && abs(ofRelease.affected - 20_000) <= 400, "\(ofRelease)")
    }

    @Test func `few people with a release are counted one by one, or are a lower bound`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", release: "3.0"), world.failing(2, user: "bob", release: "3.0"),
        ])
        func ofRelease() async throws -> AffectedUsers? {
            try await world.all(FailureQuery(release: "3.0")).first?.users
        }

        try await add(40_000, step: 3, to: world)
        #expect(try await ofRelease() == AffectedUsers(affected: 2, stillOut: 2))

        try await add(300_000, step: 1, from: 1_000_000, to: world)
        let users = try #require(try await ofRelease())
        #expect(!users.isComplete && !users.isEstimated && users.affected <= 2)
    }

    @Test func `someone with many versions does not make a number an estimate`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
        for version in 1...4 {
            try await add(6000, step: 1, version: ", \(version)", isLatest: version == 4, to: world)
        }

        #expect(try await world.only().users == AffectedUsers(affected: 6001, stillOut: 4501))
    }

    @Test func `people are counted one by one up to the bound`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
        try await add(9000, step: 1, to: world)

        let listed = try await world.only()

        #expect(listed.users == AffectedUsers(affected: 9001, stillOut: 6751))
        #expect(try await world.detail(listed.id).summary.users == listed.users)
        let ofRelease = try #require(try await world.all(FailureQuery(release: "2.4.0")).first)
        #expect(ofRelease.users == AffectedUsers(affected: 901, stillOut: 451))
    }

    @Test func `someone with two versions is one person, and one of each version`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", release: "2.4.0", ago: .minutes(9)),
            world.success(2, user: "ada", ago: .minutes(8)),
            world.failing(3, user: "ada", release: "2.4.1", ago: .minutes(7)),
            world.failing(4, user: "bob", release: nil),
        ])

        #expect(try await world.only().users == AffectedUsers(affected: 2, stillOut: 2))
        let former = try #require(try await world.all(FailureQuery(release: "2.4.0")).first)
        #expect(former.users == AffectedUsers(affected: 1, stillOut: 0))
        let latest = try #require(try await world.all(FailureQuery(release: "2.4.1")).first)
        #expect(latest.users == AffectedUsers(affected: 1, stillOut: 1))
    }

    @Test func `where events are only counted, the counts are lower bounds and say so`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
        let now = world.clock.now
        func only(_ user: String?, ago: Duration) async throws {
            let event = EventPipeline(scrubber: Scrubber { $0 }, clock: nil)
                .run(world.failing(2, user: user, ago: ago), receivedAt: now)
            let batch = EventBatch(
                tenant: world.acme.tenant.id,
                key: nil,
                networks: nil,
                receivedAt: now,
                events: [],
                sampled: [SampledEvent(event, reason: "frequent")],
                counted: []
            )
            _ = try await world.installation.stores.events.append([batch])
        }

        try await only(nil, ago: .minutes(2))
        #expect(try await world.only().users == AffectedUsers(affected: 1, stillOut: 1))
        try await only("bob", ago: .days(2))
        #expect(try await world.only().users == AffectedUsers(affected: 1, stillOut: 1, isComplete: false))
        let day = try await world.all(FailureQuery(period: .day))
        #expect(day.map(\.users) == [AffectedUsers(affected: 1, stillOut: 1)])
    }

    @Test func `events before the period affect no one in it`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", ago: .days(3)), world.failing(2, user: "bob")])

        let day = try await world.all(FailureQuery(period: .day))

        #expect(day.map(\.count) == [1] && day.map(\.users.affected) == [1])
    }
}
