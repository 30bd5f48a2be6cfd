import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import Stores
@testable import UseCases

@Suite struct IngestUsageTests {
    private func installation(perKey: Int64 = .max, perTenant: Int64 = .max) async throws -> Installation {
        try await Installation(ingestBudget: IngestBudget.Limits(perKey: perKey, perTenant: perTenant))
    }

    private func usage(_ house: TestTenant) async throws -> IngestUsage {
        let key = try #require(
            try await house.services.authenticator.key(house.creation.ingestKey.text, .ingest)
        )
        return try await house.installation.stores.events.usage(
            of: key.key.id,
            in: house.tenant.id,
            at: house.installation.clock.now
        )
    }

    private func rejection(_ house: TestTenant) async throws -> IngestBudget.Rejection? {
        let key = try #require(
            try await house.services.authenticator.key(house.creation.ingestKey.text, .ingest)
        )
        return try await house.services.intake.budget.admit(key, from: nil)
    }

    @Test func `what is stored is counted for the key and its tenant, and a repeated one costs its outcome once`()
        async throws
    {
        let installation = try await installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        #expect(try await usage(acme) == IngestUsage(key: 0, tenant: 0))

        try await acme.deliver((0..<10).map { acme.event($0) })
        let once = try await usage(acme)
        try await acme.deliver((0..<10).map { acme.event($0) })

        let twice = try await usage(acme)
        try await acme.deliver((0..<10).map { acme.event($0) })

        #expect(once.key > 10 * 100 && once.key == once.tenant)
        let outcome = Int64(RowCost(engine: installation.events.engine).bytes(of: .outcome))
        #expect(twice == IngestUsage(key: once.key + outcome, tenant: once.tenant + outcome))
        #expect(try await usage(acme) == twice)
        #expect(try await usage(globex) == IngestUsage(key: 0, tenant: 0))
        // The server's own steps are no delivery of the key.
        installation.services.attempts.record(AttemptEntry(.refresh, .success), in: acme.context())
        try await installation.services.attempts.flush()
        #expect(try await usage(acme) == twice)
    }

    @Test func `a key whose budget is used up waits for the next day, and other tenants do not`() async throws {
        let installation = try await installation(perKey: 1000)
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        #expect(try await rejection(acme) == nil)
        try await acme.deliver((0..<20).map { acme.event($0) })
        installation.clock.advance(by: .seconds(1))

        // The clock of tests begins at nine o'clock.
        let rejected = try #require(try await rejection(acme))
        #expect(rejected.exhausted == .budget && rejected.bytes == 1000)
        #expect(rejected.retryAfter == .hours(15) - .seconds(1))
        #expect(installation.services.intake.budget.rejected == 1)
        #expect(try await rejection(globex) == nil)
        installation.clock.advance(by: .hours(15) - .seconds(1))
        #expect(try await rejection(acme) == nil)
    }

    @Test func `a tenant's budget holds for all of its keys`() async throws {
        let installation = try await installation(perTenant: 1000)
        let acme = try await TestTenant("acme", in: installation)
        try await acme.deliver((0..<20).map { acme.event($0) })
        let other = try await acme.services.keys.create(kind: .ingest, name: "Other", grant: acme.system.grant())
        let key = try #require(try await acme.services.authenticator.key(other.text.text, .ingest))

        // The clock of tests begins at nine o'clock.
        let rejected = try #require(try await acme.services.intake.budget.admit(key, from: nil))
        #expect(rejected.exhausted == .budget && rejected.retryAfter == .hours(15))
        #expect(installation.services.intake.budget.rejected == 1)
    }

    @Test func `the usage of a day is deleted with its events`() async throws {
        let installation = try await installation()
        let acme = try await TestTenant("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        installation.clock.advance(by: .days(92))

        try await installation.services.maintenance.turn()

        let rows: Int? = try await installation.events.read(.installation("test")) {
            try $0.value("SELECT count(*) AS n FROM ingest_usage")
        }
        #expect(rows == 0)
    }
}
