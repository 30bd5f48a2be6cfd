import Domain
import Fixtures
import Testing

@testable import UseCases

/// Verdicts by what is stored of others.
@Suite struct AttemptVerdictReadingTests {
    private let acme: TestTenant
    private let attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")!

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private func deliver(
        _ cancelled: Int,
        of total: Int,
        version: String,
        from first: Int,
        ago: Duration = .minutes(30),
        to tenant: TestTenant? = nil
    ) async throws {
        let tenant = tenant ?? acme
        try await tenant.deliver(
            (0..<total).map { number in
                let outcome: Outcome = number < cancelled ? .cancelled : .success
                var event = tenant.event(first + number, stage: .appleSheet, outcome: outcome, ago: ago)
                event.content.error = nil
                event.content.texts[.appVersion] = version
                event.content.attempt = first == 0 && number == 0 ? attempt : nil
                return event
            }
        )
    }

    private func verdict() async throws -> AttemptVerdict {
        try await acme.services.attemptReading.details(
            of: attempt,
            grant: acme.system.grant(),
            sessions: acme.system.grant()
        ).verdict
    }

    @Test func `others with the same code are counted by version, and those of other tenants and days are not`()
        async throws
    {
        let globex = try await TestTenant("globex", in: acme.installation)
        acme.installation.clock.advance(by: .days(2))
        try await deliver(20, of: 20, version: "2.5.0", from: 0)
        try await deliver(1, of: 30, version: "2.4.0", from: 100)
        try await deliver(40, of: 40, version: "2.4.0", from: 200, ago: .hours(20))
        try await deliver(40, of: 40, version: "2.4.0", from: 300, to: globex)

        let verdict = try await verdict()

        #expect(verdict.conclusion == .fault(.app))
        let shares = verdict.evidence.filter { $0.total != nil }
        #expect(shares.map(\.kind) == [.inRelease, .inOtherReleases])
        #expect(shares.map { [$0.count, $0.total] } == [[20, 20], [1, 30]])
    }

    @Test func `a cancellation of one user among many is none's fault`() async throws {
        try await deliver(1, of: 30, version: "2.5.0", from: 0)

        #expect(try await verdict().conclusion == .nothingWrong)
    }

    @Test func `an attempt is read although its counts take too long`() async throws {
        try await deliver(20, of: 20, version: "2.5.0", from: 0)
        let usual = acme.services.attemptReading
        let reading = AttemptReading(
            store: WatchedAttempts(usual.store, countsTooSlowly: true),
            sessions: usual.sessions,
            now: usual.now
        )

        let found = try await reading.details(of: attempt, grant: acme.system.grant(), sessions: acme.system.grant())

        #expect(found.verdict.conclusion == .nothingWrong)
        #expect(found.verdict.evidence.map(\.kind) == [.userCancelled])
    }
}
