import Database
import Domain
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import Stores
@testable import UseCases

@Suite struct IngestUsageTests {
    private func installation(perKey: Int64 = .max, perTenant: Int64 = .max) async throws -> Installation {
        try await Installation(ingestBudget: IngestBudget.Limits(perKey: perKey, perTenant: perTenant))
    }

    private func usage(_ house: Household) async throws -> IngestUsage {
        let key = try #require(
            try await house.services.authenticator.key(house.creation.ingestKey.text, .ingest)
        )
        return try await house.installation.stores.events.usage(
            of: key.key.id,
            in: house.tenant.id,
            at: house.installation.clock.now
        )
    }

    private func admit(_ house: Household) async throws {
        let key = try #require(
            try await house.services.authenticator.key(house.creation.ingestKey.text, .ingest)
        )
        try await house.services.intake.admit(key)
    }

    private func counted(_ house: Household) async throws -> [Int] {
        let now = house.installation.clock.now
        let query = EventQuery(from: now - .days(10), to: now + .days(1))
        let rows = try await house.services.events.page(query, PageRequest(limit: 200), grant: house.system.grant())
            .items.count
        let totals = try await house.services.events.histogram(query, grant: house.system.grant()).total
        let shapes = try await house.services.events.counts(query, by: EventFacet(.stage), grant: house.system.grant())
        return [rows, totals, shapes.reduce(0) { $0 + $1.count }]
    }

    @Test func `what is stored is counted for the key and its tenant, and a repeated delivery costs nothing`()
        async throws
    {
        let installation = try await installation()
        let (acme, globex) = (
            try await Household("acme", in: installation), try await Household("globex", in: installation)
        )
        #expect(try await usage(acme) == IngestUsage(key: 0, tenant: 0))

        try await acme.deliver((0..<10).map { acme.event($0) })
        let once = try await usage(acme)
        try await acme.deliver((0..<10).map { acme.event($0) })

        #expect(once.key > 10 * 100 && once.key == once.tenant)
        #expect(try await usage(acme) == once)
        #expect(try await usage(globex) == IngestUsage(key: 0, tenant: 0))
        // The server's own steps are no delivery of the key.
        installation.services.attempts.record(AttemptEntry(.refresh, .success), in: acme.context())
        try await installation.services.attempts.flush()
        #expect(try await usage(acme) == once)
    }

    @Test func `a key whose budget is used up waits for the next day, and other tenants do not`() async throws {
        let installation = try await installation(perKey: 1000)
        let (acme, globex) = (
            try await Household("acme", in: installation), try await Household("globex", in: installation)
        )
        try await admit(acme)
        try await acme.deliver((0..<20).map { acme.event($0) })
        installation.clock.advance(by: .seconds(1))

        // The clock of tests begins at nine o'clock.
        await #expect(throws: DomainError.throttled(retryAfter: .hours(15) - .seconds(1))) { try await admit(acme) }
        #expect(installation.services.intake.budget.refused == 1)
        try await admit(globex)
        installation.clock.advance(by: .hours(15) - .seconds(1))
        try await admit(acme)
    }

    @Test func `a tenant's budget holds for all of its keys`() async throws {
        let installation = try await installation(perTenant: 1000)
        let acme = try await Household("acme", in: installation)
        try await acme.deliver((0..<20).map { acme.event($0) })
        let other = try await acme.services.keys.create(kind: .ingest, name: "Other", grant: acme.system.grant())
        let key = try #require(try await acme.services.authenticator.key(other.text.text, .ingest))

        // The clock of tests begins at nine o'clock.
        await #expect(throws: DomainError.throttled(retryAfter: .hours(15))) {
            try await acme.services.intake.admit(key)
        }
        #expect(installation.services.intake.budget.refused == 1)
    }

    @Test func `room is made of the oldest events of the tenant that has most, and what was counted stays`()
        async throws
    {
        let installation = try await installation()
        let (acme, globex) = (
            try await Household("acme", in: installation), try await Household("globex", in: installation)
        )
        try await globex.deliver((0..<5).map { globex.event($0, ago: .days(9)) })
        try await acme.deliver(
            (0..<30).map {
                acme.event($0, stage: $0 < 20 ? .refresh : .sessionStore, ago: $0 < 20 ? .days(3) : .hours(1))
            }
        )

        var left = 3
        let deleted = try await installation.services.eventSizeLimit.turn {
            left -= 1
            return left >= 2
        }
        let rest = try await installation.stores.events.forgetOldestOfLargest(limit: 3)

        #expect(deleted == 30 && rest == 3)
        #expect(try await counted(acme) == [0, 30, 30])
        #expect(try await counted(globex) == [2, 5, 5])
    }

    /// Notes the scopes of transactions.
    private final class ScopeRecorder: StatementObserver {
        let scopes = Mutex<[Scope]>([])

        func begin(_ scope: Scope) { scopes.withLock { $0.append(scope) } }
        func check(_: ObservedStatement) throws {}
    }

    @Test func `room is made while no writer of events runs, on any node`() async throws {
        let installation = try await installation()
        let acme = try await Household("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        let recorder = ScopeRecorder()
        let database = ObservedDatabase(installation.events, observers: [recorder])
        let events = Events(
            access: StoreAccess(database: database) { Issue.record("\($0)") },
            now: { installation.clock.now }
        )

        #expect(try await events.forgetOldestOfLargest(limit: 1) == 1)

        #expect(recorder.scopes.withLock { $0.last } == .installation(Events.deliveries))
    }

    @Test func `a step takes the oldest first, down to the row`() async throws {
        let installation = try await installation()
        let acme = try await Household("acme", in: installation)
        try await acme.deliver(
            (0..<30).map { acme.event($0, stage: $0 < 20 ? .refresh : .sessionStore, ago: .minutes(Int64(60 - $0))) }
        )

        #expect(try await installation.stores.events.forgetOldestOfLargest(limit: 7) == 7)

        #expect(try await counted(acme) == [23, 30, 30])
        let now = installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now)
        let ids = try await acme.services.events.page(query, PageRequest(limit: 200), grant: acme.system.grant()).items
            .map(\.content.id)
        #expect(Set(ids) == Set((7..<30).map { acme.event($0).content.id }))
    }

    @Test func `room is made of counts by minute and by hour when no event is left, and days stay`() async throws {
        let installation = try await installation()
        let acme = try await Household("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        let store = installation.stores.events

        var steps = 0
        while try await store.forgetOldestOfLargest(limit: 10) > 0 { steps += 1 }

        let spans: [String] = try await installation.events.read(.installation("test")) { transaction in
            try transaction.rows("SELECT DISTINCT span FROM event_counts UNION SELECT DISTINCT span FROM event_totals")
                .map { try $0.get("span") }
        }
        #expect(spans == ["d"] && steps == 5)
    }

    @Test func `the usage of a day is deleted with its events`() async throws {
        let installation = try await installation()
        let acme = try await Household("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        installation.clock.advance(by: .days(92))

        try await installation.services.maintenance.turn()

        let rows: Int? = try await installation.events.read(.installation("test")) {
            try $0.value("SELECT count(*) AS n FROM ingest_usage")
        }
        #expect(rows == 0)
    }
}
