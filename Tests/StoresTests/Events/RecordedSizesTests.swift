import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

@Suite struct RecordedSizesTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        try await acme.deliver([acme.event(1, ago: .minutes(1)), acme.event(2, ago: .hours(20))])
    }

    private func number(_ statement: SQL) async throws -> Int {
        try await installation.events.read(.installation("test")) { try $0.value(statement) ?? -1 }
    }

    private func held() async throws -> Int { try await number("SELECT bytes FROM tenant_bytes") }

    private func heldByDay() async throws -> Int {
        try await number("SELECT CAST(sum(bytes) AS BIGINT) AS n FROM event_day_bytes")
    }

    private func wrong() async throws -> Int { try await RecordedSizes(events: installation.observedEvents).wrong() }

    @Test(
        arguments: [
            "UPDATE tenant_bytes SET bytes = -5", "UPDATE tenant_bytes SET bytes = 1", "DELETE FROM tenant_bytes",
            "UPDATE event_day_bytes SET bytes = -7",
        ] as [SQL]
    )
    func `a record that cannot be true is raised to the least that can be`(statement: SQL) async throws {
        _ = try await installation.events.write(.installation("test")) { try $0.execute(statement) }
        #expect(try await wrong() == 1)

        try await installation.services.maintenance.turn()

        #expect(try await wrong() == 0)
        #expect(try await number("SELECT min(bytes) AS n FROM event_day_bytes") >= 0)
        #expect(try await held() >= heldByDay())
    }

    @Test func `a true record stays as it is, and each tenant is looked at once a day`() async throws {
        let before = (held: try await held(), byDay: try await heldByDay())
        #expect(before.held > before.byDay)
        #expect(try await wrong() == 0)

        try await installation.services.maintenance.turn()
        #expect(try await held() == before.held)
        #expect(try await heldByDay() == before.byDay)

        _ = try await installation.events.write(.installation("test")) {
            try $0.execute("UPDATE tenant_bytes SET bytes = -5")
        }
        try await installation.services.maintenance.turn()
        #expect(try await held() == -5)
        installation.clock.advance(by: .days(1))
        try await installation.services.maintenance.turn()
        #expect(try await wrong() == 0)
    }
}
