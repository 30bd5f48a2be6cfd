import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

@Suite struct TenantRetentionTests {
    private func houses() async throws -> (acme: TestTenant, globex: TestTenant) {
        let installation = try await Installation()
        return (try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation))
    }

    /// Rows, and events by charts and by facets.
    private func counted(_ house: TestTenant) async throws -> [Int] {
        let now = house.installation.clock.now
        let query = EventQuery(from: now - .days(100), to: now + .days(1))
        let (events, grant) = (house.services.events, try house.system.grant(ReadEvents.self))
        return [
            try await events.page(query, PageRequest(limit: 200), grant: grant).items.count,
            try await events.histogram(query, grant: grant).total,
            try await events.counts(query, by: EventFacet(.stage), grant: grant).reduce(0) { $0 + $1.count },
        ]
    }

    private func size(_ house: TestTenant) async throws -> Int64 {
        try await house.installation.events.read(.installation("test")) { transaction in
            try transaction.value(
                """
                SELECT CAST(coalesce(sum(u.bytes), 0) AS BIGINT) AS n FROM event_day_bytes u
                JOIN event_tenants t ON t.number = u.tenant_id WHERE t.id = \(house.tenant.id)
                """
            ) ?? 0
        }
    }

    @Test func `a tenant's events are deleted after its own days, but not their counts, and those of others stay`()
        async throws
    {
        let (acme, globex) = try await houses()
        try await acme.set { $0.eventRetentionDays = 10 }
        for house in [acme, globex] {
            try await house.deliver(
                (0..<30).map { house.event($0, stage: $0 < 20 ? .refresh : .sessionStore, ago: .days(Int64($0))) }
            )
        }

        try await acme.services.maintenance.turn()

        // Today and ten whole days before it.
        #expect(try await counted(acme) == [11, 30, 30])
        #expect(try await counted(globex) == [30, 30, 30])
        #expect(try await size(acme) > 0)
    }

    @Test func `what a tenant sent and used is forgotten after its own days, and that of others stays`() async throws {
        let (acme, globex) = try await houses()
        try await acme.set { $0.eventRetentionDays = 10 }
        for house in [acme, globex] { try await house.deliver([house.event(1)]) }
        func rows(_ house: TestTenant) async throws -> [Int] {
            try await house.installation.events.read(.installation("test")) { transaction in
                try ["item_outcomes", "ingest_usage"].map { (table: SQL) in
                    try transaction.value(
                        """
                        SELECT count(*) AS n FROM \(sql: table) u
                        JOIN event_tenants t ON t.number = u.tenant_id WHERE t.id = \(house.tenant.id)
                        """
                    ) ?? -1
                }
            }
        }
        let early = try await rows(acme)

        acme.installation.clock.advance(by: .days(12))
        for _ in 0..<3 { try await acme.services.maintenance.turn() }

        #expect(early.allSatisfy { $0 > 0 })
        #expect(try await rows(acme) == [0, 0])
        #expect(try await rows(globex) == early)
    }

    @Test func `more rows than one step deletes are deleted in one turn`() async throws {
        let (acme, _) = try await houses()
        try await acme.set { $0.eventRetentionDays = 1 }
        try await acme.deliver((0..<(2 * TenantEventRetention.step + 7)).map { acme.event($0, ago: .days(5)) })
        try await acme.deliver([acme.event(9_999)])

        try await acme.services.maintenance.turn()

        #expect(try await counted(acme) == [1, 2 * TenantEventRetention.step + 8, 2 * TenantEventRetention.step + 8])
    }

    @Test func `days beyond those of the installation are refused, and never keep an event longer`() async throws {
        let (acme, _) = try await houses()
        await #expect(throws: DomainError.invalid("event_retention_days", .outOfRange(0...90))) {
            try await acme.set { $0.eventRetentionDays = 91 }
        }
        try await acme.set { $0.eventRetentionDays = 90 }
        try await acme.deliver([acme.event(1)])

        acme.installation.clock.advance(by: .days(92))
        try await acme.services.maintenance.turn()

        #expect(try await counted(acme) == [0, 1, 1])
    }

    @Test func `a limit that was shortened for the installation does not keep other settings from being saved`()
        async throws
    {
        let (acme, _) = try await houses()
        let settings = SettingsAdministration(
            store: acme.installation.stores.settings,
            apple: acme.installation.stores.apple,
            eventLifetime: .days(30),
            now: acme.services.now
        )
        try await acme.set { $0.eventRetentionDays = 60 }

        let changed = try await settings.change(expecting: nil, grant: acme.system.grant()) { $0.signUp = .closed }

        #expect(changed.settings.eventRetentionDays == 60 && changed.settings.signUp == .closed)
    }

    @Test func `the oldest events beyond a tenant's bytes are deleted, and those of others stay`() async throws {
        let (acme, globex) = try await houses()
        for house in [acme, globex] {
            try await house.deliver(
                (0..<40).map { house.event($0, message: nil, ago: .minutes(Int64(40 - $0))) }
            )
        }
        let limit = try await size(acme) / 2
        try await acme.set { $0.eventStorageBytes = Int(limit) }
        let store = acme.installation.stores.events
        var steps = 0

        while try await store.forgetOldest(of: acme.tenant.id, above: limit, limit: 3) > 0 { steps += 1 }
        try await acme.services.maintenance.turn()

        let left = try await counted(acme)
        #expect(steps > 3)
        #expect(left[0] > 0 && left[0] < 30 && left.dropFirst().allSatisfy { $0 == 40 })
        #expect(try await size(acme) <= limit)
        #expect(try await counted(globex) == [40, 40, 40])
        let query = EventQuery(from: acme.installation.clock.now - .days(1), to: acme.installation.clock.now)
        let ids = try await acme.services.events.page(query, PageRequest(limit: 200), grant: acme.system.grant())
            .items.map(\.content.id)
        #expect(ids.first == acme.event(39).content.id)
    }

    @Test func `a tenant without events and one within its limits have nothing deleted`() async throws {
        let (acme, globex) = try await houses()
        try await acme.set { $0.eventStorageBytes = 1 << 30 }
        try await globex.set {
            $0.eventRetentionDays = 1
            $0.eventStorageBytes = 1
        }
        try await acme.deliver([acme.event(1)])

        try await acme.services.maintenance.turn()

        #expect(try await counted(acme) == [1, 1, 1])
        #expect(try await counted(globex) == [0, 0, 0])
    }
}
