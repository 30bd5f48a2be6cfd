import Domain
import Fixtures
import Testing

@testable import UseCases

/// What an overview reads. The clock begins at a full hour.
@Suite struct OverviewReadingTests {
    private let acme: TestTenant
    private var clock: TestClock { acme.installation.clock }

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    /// Delivers events of the app.
    private func deliver(
        _ outcome: Outcome,
        _ count: Int,
        from first: Int,
        at stage: Stage = .sessionStore,
        system: String = "18.2",
        ago: Duration = .minutes(1)
    ) async throws {
        try await acme.deliver(
            (0..<count).map { number in
                var event = acme.event(
                    first + number,
                    stage: stage,
                    outcome: outcome,
                    user: "user \(number)",
                    ago: ago
                )
                event.content.texts[.osVersion] = system
                if outcome != .failed { event.content.error = nil }
                return event
            }
        )
    }

    /// Records token exchanges as the server does.
    private func exchange(_ outcome: Outcome, _ count: Int, from first: Int, code: String? = nil) async throws {
        try await acme.services.intake.recorder.record(
            (0..<count).map { number in
                var event = acme.event(first + number, stage: .tokenExchange, outcome: outcome)
                event.content.source = .server
                event.content.error = nil
                if let code { event.content.attributes = [EventAttribute("auth.server.code", .text(code))] }
                return event
            },
            in: acme.tenant.id
        )
    }

    private func overview(_ period: OverviewPeriod = .sixHours) async throws -> Overview {
        await acme.services.overview.overview(period, access: acme.system, grant: try acme.system.grant())
    }

    @Test func `tries are counted by side, step and outcome, within a range of time`() async throws {
        try await deliver(.failed, 3, from: 0)
        try await deliver(.success, 2, from: 10)
        try await deliver(.cancelled, 1, from: 20, at: .appleSheet)
        try await deliver(.info, 5, from: 30)
        try await deliver(.failed, 7, from: 40, ago: .hours(3))
        try await exchange(.success, 4, from: 50)
        let store = acme.installation.stores.attempts

        let hour = try await store.outcomes(
            within: clock.now - .hours(1)..<clock.now + .minutes(1),
            in: acme.tenant.id
        )
        let earlier = try await store.outcomes(
            within: clock.now - .hours(6)..<clock.now - .hours(2),
            in: acme.tenant.id
        )

        #expect(hour[.client, .sessionStore].counts == [.failed: 3, .success: 2])
        #expect(hour[.client, .appleSheet].counts == [.cancelled: 1])
        #expect(hour[.server, .tokenExchange].counts == [.success: 4])
        #expect(hour.steps.count == 3)
        #expect(earlier.steps == [StepOutcomes(source: .client, stage: .sessionStore, counts: [.failed: 7])])
    }

    @Test func `tries of one tenant are nowhere in another`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        try await deliver(.failed, 3, from: 0)
        let range = clock.now - .hours(1)..<clock.now + .minutes(1)

        #expect(try await acme.installation.stores.attempts.outcomes(within: range, in: globex.tenant.id).steps.isEmpty)
    }

    @Test func `a step that fails on one system is named with what its failures have in common`() async throws {
        try await exchange(.success, 100, from: 0)
        try await deliver(.success, 40, from: 200, system: "17.6")
        try await deliver(.failed, 25, from: 300)

        let overview = try await overview()

        guard case .failing(let failing) = overview.verdict else {
            Issue.record("\(overview.verdict)")
            return
        }
        #expect(failing.step.stage == .sessionStore && failing.step.rate == SuccessRate(successes: 40, results: 65))
        #expect(failing.failure?.users.affected == 25 && failing.failure?.key.code == "keychain.locked")
        #expect(overview.common?.dimension == .osVersion && overview.common?.value == "18.2")
        #expect(overview.common?.failing == Share(25, of: 25) && overview.common?.succeeding == Share(0, of: 40))
        #expect(overview.users == AffectedUsers(affected: 25, stillOut: 25, isComplete: true))
        #expect(overview.histogram?.total == 165 && overview.changes?.first?.kind == .release)
        #expect(overview.checklist == nil)
    }

    @Test func `people of several failures count once`() async throws {
        try await deliver(.failed, 3, from: 0)
        try await deliver(.failed, 5, from: 10, at: .sessionRestore)

        let overview = try await overview(.week)

        #expect(overview.failures?.page.items.map(\.users.affected) == [5, 3])
        #expect(overview.users == AffectedUsers(affected: 5, stillOut: 5, isComplete: true))
    }

    @Test func `an app that everyone left is quiet, and one that stopped reporting has no data`() async throws {
        try await exchange(.success, 40, from: 0)
        try await deliver(.success, 40, from: 100)
        clock.advance(by: .days(7))

        guard case .tooQuiet(let quiet) = try await overview(.hour).verdict else {
            Issue.record("not quiet")
            return
        }
        #expect(quiet.period == .hour && quiet.signIns == 0 && quiet.former == 40)
        clock.advance(by: .hours(1))
        try await exchange(.success, 38, from: 200)
        guard case .noData(let silent) = try await overview().verdict else {
            Issue.record("data")
            return
        }
        #expect(silent.reason == .silent && silent.signIns == 38)
    }

    @Test func `Apple is down while events of the last minutes say so`() async throws {
        try await deliver(.success, 1, from: 0)
        try await exchange(.failed, 3, from: 10, code: "apple.server.unavailable")

        #expect(try await overview().facts.appleErrors == 3)
        #expect(try await overview().verdict == .appleDown(3))
        clock.advance(by: .minutes(20))
        #expect(try await overview().facts.appleErrors == 0)
    }

    @Test func `a new tenant has a checklist until its app sends an event`() async throws {
        try await acme.add("Ada", role: .admin)

        #expect(try await overview().verdict == .justStarted)
        #expect(try await overview().checklist == OverviewChecklist(hasUser: false, isAppleConnected: false))
        try await acme.add("Cy")
        try await acme.connectApple()
        #expect(try await overview().checklist == OverviewChecklist(hasUser: true, isAppleConnected: true))
        try await deliver(.success, 1, from: 0)
        #expect(try await overview().checklist == nil)
        clock.advance(by: .days(30))
        #expect(try await overview(.hour).checklist == nil)
    }

    @Test func `what cannot be read is left out, and the rest is shown`() async throws {
        try await deliver(.failed, 3, from: 0)
        let stores = acme.installation.stores
        let reading = OverviewReading(
            attempts: WatchedAttempts(stores.attempts, failing: acme.tenant.id),
            events: stores.events,
            failures: stores.failures,
            users: stores.users,
            apple: stores.apple,
            changes: acme.services.changes,
            now: { [clock] in clock.now }
        )

        let overview = await reading.overview(.day, access: acme.system, grant: try acme.system.grant())

        #expect(overview.verdict == .unknown && overview.facts.period == nil)
        #expect(overview.histogram?.total == 3 && overview.failures?.page.items.count == 1)
        #expect(overview.users?.affected == 3 && overview.changes?.isEmpty == false)
    }
}
