import Domain
import Fixtures
import Testing

@testable import UseCases

/// The states of all tenants, worst first.
@Suite struct InstallationOverviewTests {
    private let installation: Installation
    private let acme: TestTenant
    private let globex: TestTenant
    private var clock: TestClock { installation.clock }

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        globex = try await TestTenant("globex", in: installation)
    }

    /// Delivers attempts to save the session.
    private func deliver(_ outcome: Outcome, _ count: Int, from first: Int = 0, to tenant: TestTenant) async throws {
        try await tenant.deliver(
            (0..<count).map { number in
                var event = tenant.event(first + number, stage: .sessionStore, outcome: outcome, user: "user \(number)")
                if outcome != .failed { event.content.error = nil }
                return event
            }
        )
    }

    private func reading(
        _ reading: OverviewReading? = nil,
        patience: Duration = .seconds(60),
        maximumTenants: Int = 500
    ) -> InstallationOverviewReading {
        InstallationOverviewReading(
            tenants: installation.stores.tenants,
            reading: reading ?? acme.services.overview,
            patience: patience,
            maximumTenants: maximumTenants
        )
    }

    private func slugs(_ overview: InstallationOverview) -> [String] {
        overview.rows.map(\.summary.tenant.slug.description)
    }

    @Test func `what fails is first, then what is worth a look, and suspended tenants are last`() async throws {
        let suspended = try await TestTenant("aaa", in: installation)
        _ = try await TestTenant("nova", in: installation)
        let broken = try await TestTenant("zed", in: installation)
        try await deliver(.success, 5, to: acme)
        try await deliver(.failed, 1, to: globex)
        try await deliver(.failed, 20, to: broken)
        try await deliver(.failed, 30, to: suspended)
        _ = try await acme.services.tenants.suspend(suspended.tenant.id, grant: installation.installationGrant)

        let overview = try await reading().overview(grant: installation.installationGrant)

        #expect(slugs(overview) == ["zed", "globex", "acme", "nova", "aaa"])
        #expect(overview.rows.map(\.urgency) == [.outage, .notice, .normal, .unused, nil])
        #expect(overview.rows.last?.overview == nil && !overview.hasMore)
        #expect(overview.rows[0].overview?.users?.stillOut == 20)
        #expect(overview.rows[0].overview?.histogram?.total == 20)
    }

    @Test func `of tenants that fail alike, that with more users still out is first, then by slug`() async throws {
        let other = try await TestTenant("bee", in: installation)
        try await deliver(.failed, 20, to: acme)
        try await deliver(.failed, 25, to: globex)
        try await deliver(.failed, 20, to: other)

        #expect(
            slugs(try await reading().overview(grant: installation.installationGrant)) == ["globex", "acme", "bee"]
        )
    }

    @Test func `a state is remembered for half a minute`() async throws {
        let reading = reading()
        try await deliver(.success, 5, to: acme)
        #expect(slugs(try await reading.overview(grant: installation.installationGrant)) == ["acme", "globex"])
        try await deliver(.failed, 20, to: globex)

        clock.advance(by: .seconds(29))
        #expect(slugs(try await reading.overview(grant: installation.installationGrant)) == ["acme", "globex"])
        clock.advance(by: .seconds(1))
        #expect(slugs(try await reading.overview(grant: installation.installationGrant)) == ["globex", "acme"])
    }

    @Test func `a page that does not wait leaves the reading to the next one`() async throws {
        try await deliver(.failed, 20, to: globex)
        let reading = reading(patience: .zero)

        try await eventually {
            try await slugs(reading.overview(grant: installation.installationGrant)) == ["globex", "acme"]
        }
    }

    @Test func `what cannot be read is not known, and does not replace what was`() async throws {
        try await deliver(.success, 5, to: acme)
        try await deliver(.success, 5, to: globex)
        let stores = installation.stores
        let unreadable = OverviewReading(
            attempts: WatchedAttempts(stores.attempts, failing: acme.tenant.id),
            events: stores.events,
            failures: stores.failures,
            users: stores.users,
            apple: stores.apple,
            changes: acme.services.changes,
            now: { [clock] in clock.now }
        )

        let overview = try await reading(unreadable).overview(grant: installation.installationGrant)

        #expect(slugs(overview) == ["acme", "globex"])
        #expect(overview.rows.map(\.urgency) == [.unknown, .normal])
    }

    @Test func `pages that wait at once get the same, and a state of five minutes ago is not shown`() async throws {
        try await deliver(.failed, 20, to: globex)
        let reading = reading()
        let grant = try installation.installationGrant

        async let first = reading.overview(grant: grant)
        async let second = reading.overview(grant: grant)
        #expect(try await slugs(first) == ["globex", "acme"])
        #expect(try await slugs(second) == ["globex", "acme"])
        clock.advance(by: .hours(7))
        #expect(try await reading.overview(grant: grant).rows.map(\.urgency) == [.normal, .unused])
    }

    @Test func `no more tenants are read than may be, and that is said`() async throws {
        let some = try await reading(maximumTenants: 1).overview(grant: installation.installationGrant)
        let all = try await reading(maximumTenants: 2).overview(grant: installation.installationGrant)

        #expect(slugs(some) == ["acme"] && some.hasMore)
        #expect(slugs(all) == ["acme", "globex"] && !all.hasMore)
    }
}
