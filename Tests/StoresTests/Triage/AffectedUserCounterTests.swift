import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

@Suite struct AffectedUserCounterTests {
    @Test func `a person is a user, or an installation without one`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", device: "phone"), world.failing(2, user: "ada", device: "tablet"),
            world.failing(3, device: "unknown phone"), world.failing(4, device: "unknown phone"), world.failing(5),
        ])

        let users = try await world.only().users

        #expect(users == AffectedUsers(affected: 2, stillOut: 2, isComplete: true))
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

        #expect(failure.users == AffectedUsers(affected: 5, stillOut: 3, isComplete: true))
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

    @Test func `beyond the bound the counts are lower bounds and say so`() async throws {
        let world = try await TriageWorld()
        for batch in 0..<5 {
            try await world.deliver((0..<500).map { world.failing(batch * 500 + $0, user: "user \(batch * 500 + $0)") })
        }

        let listed = try await world.only().users
        let detail = try await world.detail(try await world.only().id).summary.users

        #expect(!listed.isComplete && (2000...2001).contains(listed.affected) && listed.stillOut == 200)
        #expect(!detail.isComplete && detail.affected == 2500 && detail.stillOut == 2000)
    }

    @Test func `a list looks for a success among fewer later events than the page of a failure`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", ago: .hours(2))])
        try await world.deliver((2..<62).map { world.other($0, user: "ada", ago: .hours(1)) })
        try await world.deliver([world.success(100, user: "ada")])
        let failure = try #require(try await world.all(FailureQuery(code: "keychain.locked")).first)

        #expect(failure.users.stillOut == 1)
        #expect(try await world.detail(failure.id).summary.users.stillOut == 0)
    }

    @Test func `the failures of a long list share a number of people`() {
        #expect([1, 50, 200].map { AffectedUserCounter.Bounds.ofList(of: $0).users } == [200, 200, 50])
    }

    @Test func `where events are gone, the counts are lower bounds and say so`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([
            world.failing(1, user: "ada", ago: .days(2)), world.failing(2, user: "bob", ago: .hours(1)),
        ])
        let time = world.clock.now - .days(1)

        _ = try await world.installation.events.write(.installation("test")) { transaction in
            try transaction.execute("DELETE FROM events WHERE tenant_id > 0 AND occurred_at < \(time)")
        }

        let listed = try await world.only()
        #expect(listed.count == 2 && listed.users == AffectedUsers(affected: 1, stillOut: 1, isComplete: false))
        #expect(try await world.detail(listed.id).summary.users == listed.users)
    }

    @Test func `events before the period affect no one in it`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", ago: .days(3)), world.failing(2, user: "bob")])

        let day = try await world.all(FailureQuery(period: .day))

        #expect(day.map(\.count) == [1] && day.map(\.users.affected) == [1])
    }
}
