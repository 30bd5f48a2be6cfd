import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

@Suite struct FailureRegressionTests {
    private let world: TriageWorld

    init() async throws {
        world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada", release: "2.4.0")])
    }

    /// An event of a moment ago, after some time.
    private func fail(_ id: Int, in release: String?, after span: Duration = .hours(2)) async throws {
        world.clock.advance(by: span)
        try await world.deliver([world.failing(id, user: "bob", release: release)])
    }

    private func state() async throws -> FailureState { try await world.only().triage.state }

    @Test func `an event in a newer release regresses, and the history says when and where`() async throws {
        try await world.act(.resolveInRelease("2.4.1"), on: try await world.only())

        try await fail(2, in: "2.4.0")
        #expect(try await state() == .resolved(.inRelease("2.4.1")))
        try await fail(3, in: "2.4.1")
        let time = world.clock.now - .minutes(1)
        try await fail(4, in: "2.4.1")

        let failure = try await world.only()
        #expect(failure.triage.state == .regressed(release: "2.4.1"))
        #expect(failure.triage.since == time)
        let history = try await world.history(failure.id)
        #expect(history.map(\.stateAfter) == [.regressed(release: "2.4.1"), .resolved(.inRelease("2.4.1"))])
        #expect(history.first?.actor == .system && history.first?.at == time)
    }

    @Test func `an event of the same hour regresses too, and one from before the resolution doesn't`() async throws {
        try await world.act(.resolve, on: try await world.only())
        world.clock.advance(by: .minutes(2))
        try await world.deliver([world.failing(2, user: "late", ago: .minutes(5))])
        #expect(try await state() == .resolved(.now))

        try await world.deliver([world.failing(3, user: "new", release: "1.0", ago: .minutes(1))])

        #expect(try await state() == .regressed(release: "1.0"))
    }

    @Test func `among many new releases the first one regresses`() async throws {
        try await world.act(.resolve, on: try await world.only())
        world.clock.advance(by: .hours(3))
        try await world.deliver(
            (0..<50).map { number in
                world.failing(
                    100 + number,
                    user: "bob",
                    release: "3.\(number)",
                    ago: .seconds(Int64(100 + number * 37 % 50))
                )
            }
        )

        let failure = try await world.only()

        #expect(failure.triage.state == .regressed(release: "3.27"))
        #expect(failure.triage.since == world.clock.now - .seconds(149))
    }

    @Test func `an event regresses whose like was first seen before thousands of others`() async throws {
        for first in stride(from: 0, to: 2000, by: 200) {
            try await world.deliver(
                (first..<first + 200).map { number in
                    var event = world.failing(1000 + number, user: "ada")
                    event.content.texts[.deviceModel] = "Model \(number)"
                    return event
                }
            )
        }
        try await world.act(.resolve, on: try await world.only())

        try await fail(2, in: "2.4.0")
        world.clock.advance(by: .hours(2))

        #expect(try await state() == .regressed(release: "2.4.0"))
    }

    @Test func `a release that begins with a combining mark leaves the history readable`() async throws {
        try await world.act(.resolve, on: try await world.only())
        try await fail(2, in: "\u{301}app")

        let failure = try await world.only()

        #expect(failure.triage.state.name == .regressed)
        #expect(try await world.history(failure.id).count == 2)
    }

    @Test func `resolved in the next release means after the newest of the app`() async throws {
        try await world.deliver([world.other(9, user: "x")])
        var newer = world.success(10, user: "y")
        newer.content.texts[.appVersion] = "2.5.0"
        try await world.deliver([newer])
        let failure = try #require(try await world.all(FailureQuery(code: "keychain.locked")).first)
        try await world.act(.resolveInNextRelease, on: failure)

        func state() async throws -> FailureState? {
            try await world.all(FailureQuery(code: "keychain.locked")).first?.triage.state
        }

        #expect(try await state() == .resolved(.afterRelease("2.5.0")))
        try await fail(2, in: "2.5.0")
        #expect(try await state() == .resolved(.afterRelease("2.5.0")))
        try await fail(3, in: "2.5.1")
        #expect(try await state() == .regressed(release: "2.5.1"))
    }

    @Test func `resolved in the next release means after one that only runs have named, too`() async throws {
        let run = AppRun(
            id: AppRun.ID(.version7(at: world.clock.now, random: (0, 1))),
            installation: "phone",
            status: .ok,
            isInitial: true,
            sequence: 0,
            startedAt: world.clock.now,
            at: world.clock.now,
            duration: nil,
            errors: 0,
            release: AppRelease(version: "2.5.0"),
            environment: nil
        )
        try await world.acme.deliver(EventDelivery(sentAt: nil, items: [], examined: 1, runs: [.run(run)]))
        try await world.act(.resolveInNextRelease, on: try await world.only())

        try await fail(2, in: "2.5.0")

        #expect(try await state() == .resolved(.afterRelease("2.5.0")))
    }

    @Test func `maintenance finds a regression that no one reads`() async throws {
        let failure = try await world.only()
        try await world.act(.resolve, on: failure)
        try await fail(2, in: "2.4.0")

        try await world.acme.services.maintenance.turn()

        let stored = try await world.installation.stores.failures.changes(
            of: failure.id,
            PageRequest(),
            in: world.acme.tenant.id
        )
        #expect(stored.items.first?.stateAfter == .regressed(release: "2.4.0"))
    }

    @Test func `a failure that cannot be read keeps neither regressions nor deletion from maintenance`() async throws {
        let globex = try await TriageWorld("globex", in: world.installation)
        try await globex.deliver([globex.failing(1, user: "ada")])
        let failure = try await globex.only()
        try await globex.act(.resolve, on: failure)
        try await world.act(.resolve, on: try await world.only())
        let acme = world.acme.tenant.id
        _ = try await world.installation.events.write(.installation("test")) { transaction in
            try transaction.execute(
                """
                UPDATE failure_triage SET state = 'archived', detail = 'no detail'
                WHERE tenant_id = (SELECT number FROM event_tenants WHERE id = \(acme))
                """
            )
        }
        world.clock.advance(by: .hours(2))
        try await globex.deliver([globex.failing(2, user: "bob", release: "2.4.0")])

        await #expect(throws: DomainError.self) { try await world.acme.services.maintenance.turn() }

        let changes = try await world.installation.stores.failures.changes(
            of: failure.id,
            PageRequest(),
            in: globex.acme.tenant.id
        )
        #expect(changes.items.first?.stateAfter == .regressed(release: "2.4.0"))

        world.clock.advance(by: .days(400))
        await #expect(throws: DomainError.self) { try await world.acme.services.maintenance.turn() }
        let left = try await world.installation.events.read(.installation("test")) { transaction in
            try transaction.value("SELECT count(*) AS n FROM events WHERE tenant_id > 0", as: Int.self)
        }
        #expect(left == 0)
    }

    @Test func `an archived failure opens when its count is reached`() async throws {
        try await world.act(.archiveUntilCount(3), on: try await world.only())

        try await fail(2, in: "2.4.0", after: .minutes(2))
        try await fail(3, in: "2.4.0")
        #expect(try await state() == .archived(.untilCount(3)))
        try await fail(4, in: "2.4.0")

        #expect(try await state() == .open)
    }

    @Test func `events whose hours are no longer counted count by day`() async throws {
        try await world.act(.archiveUntilCount(3), on: try await world.only())
        try await fail(2, in: "2.4.0", after: .days(2))
        try await fail(3, in: "2.4.0", after: .days(1))
        world.clock.advance(by: .days(100))
        try await world.installation.services.maintenance.turn()
        #expect(try await state() == .archived(.untilCount(3)))

        try await fail(4, in: "2.4.0")

        #expect(try await state() == .open)
    }

    @Test func `the most frequent events count where a failure has too many kinds`() async throws {
        let kinds = FailureTallies.countedShapes
        try await world.act(.archiveUntilCount(kinds + 4), on: try await world.only())
        world.clock.advance(by: .hours(2))
        try await world.deliver((0..<5).map { world.failing(10 + $0) })
        for first in stride(from: 0, to: kinds + 500, by: 500) {
            try await world.deliver(
                (first..<first + 500).map { number in
                    var event = world.failing(100 + number)
                    event.content.texts[.deviceModel] = "model \(number)"
                    return event
                }
            )
        }

        #expect(try await state() == .open)
    }

    @Test func `an archived failure opens when it escalates`() async throws {
        try await world.act(.archiveUntilEscalating, on: try await world.only())
        #expect(try await state() == .archived(.untilEscalating(perDay: 10)))
        for id in 2...6 { try await fail(id, in: "2.4.0") }
        world.clock.advance(by: .days(2))
        for id in 7...11 { try await fail(id, in: "2.4.0") }
        #expect(try await state() == .archived(.untilEscalating(perDay: 10)), "ten, but not within a day")

        try await world.deliver((20..<25).map { world.failing($0, user: "c") })

        #expect(try await state() == .open)
    }

    @Test func `an expected failure stays expected`() async throws {
        try await world.act(.expect, on: try await world.only())
        for id in 2...20 { try await fail(id, in: "9.9", after: .minutes(1)) }

        #expect(try await state() == .expected)
    }
}
