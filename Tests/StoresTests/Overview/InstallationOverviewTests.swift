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

    private func reading(patience: Duration = .seconds(60)) -> InstallationOverviewReading {
        InstallationOverviewReading(
            tenants: installation.stores.tenants,
            reading: acme.services.overview,
            patience: patience
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

    @Test func `without time nothing is read, and a state is not known`() async throws {
        try await deliver(.failed, 20, to: globex)

        let overview = try await reading(patience: .zero).overview(grant: installation.installationGrant)

        #expect(slugs(overview) == ["acme", "globex"])
        #expect(overview.rows.map(\.urgency) == [.unknown, .unknown])
    }

    @Test func `more than fifty tenants are all read`() async throws {
        for number in 0..<51 { _ = try await installation.newTenant("tenant-\(number)") }

        let overview = try await reading().overview(grant: installation.installationGrant)

        #expect(overview.rows.count == 53 && !overview.rows.contains { $0.overview == nil })
    }
}
