import Database
import Domain
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import Stores
@testable import UseCases

@Suite struct RoomMakingTests {
    private let installation: Installation
    private let acme: TestTenant
    private let globex: TestTenant
    private var store: any EventStore { installation.stores.events }

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        globex = try await TestTenant("globex", in: installation)
    }

    /// Rows, and events by charts and by facets.
    private func counted(_ house: TestTenant) async throws -> [Int] {
        let now = house.installation.clock.now
        let query = EventQuery(from: now - .days(10), to: now + .days(1))
        let (events, grant) = (house.services.events, try house.system.grant(ReadEvents.self))
        return [
            try await events.page(query, PageRequest(limit: 200), grant: grant).items.count,
            try await events.histogram(query, grant: grant).total,
            try await events.counts(query, by: EventFacet(.stage), grant: grant).reduce(0) { $0 + $1.count },
        ]
    }

    private func makeRoom(_ limit: Int) async throws -> RoomStep {
        try await store.makeRoom(limit: limit, within: .seconds(600))
    }

    private func number(_ statement: SQL) async throws -> Int {
        try await installation.events.read(.installation("test")) { try $0.value(statement) ?? -1 }
    }

    private func rows(_ table: SQL, of house: TestTenant) async throws -> Int {
        try await number(
            """
            SELECT count(*) AS n FROM \(sql: table) r JOIN event_tenants t ON t.number = r.tenant_id
            WHERE t.id = \(house.tenant.id)
            """
        )
    }

    /// Counts events without rows, one in each minute, each of another version.
    private func sample(_ minutes: Range<Int>, of house: TestTenant) async throws {
        let now = installation.clock.now
        let sampled = minutes.map { minute in
            var event = house.event(minute, outcome: .success, ago: .minutes(Int64(minute)))
            event.content.texts[.appVersion] = "1.\(minute)"
            let classified = Classifier.classify(Scrubber { _ in "" }.scrub(event), receivedAt: now)
            return SampledEvent(classified, reason: "success")
        }
        _ = try await store.append([
            EventBatch(
                tenant: house.tenant.id,
                key: SystemContext.system.newID(),
                networks: nil,
                receivedAt: now,
                events: [],
                sampled: sampled,
                counted: []
            )
        ])
    }

    @Test func `room is made of the oldest events of the tenant that has most, and what was counted stays`()
        async throws
    {
        try await globex.deliver((0..<5).map { globex.event($0, ago: .days(9)) })
        try await acme.deliver(
            (0..<60).map {
                acme.event($0, stage: $0 < 40 ? .refresh : .sessionStore, ago: $0 < 40 ? .days(3) : .hours(1))
            }
        )

        let first = try await makeRoom(40)

        #expect(first == RoomStep(tenant: acme.tenant.id, rows: 40))
        #expect(try await counted(acme) == [20, 60, 60])
        #expect(try await counted(globex) == [5, 5, 5])
    }

    @Test func `a flood of events without rows is what is deleted, and then its tenant has nothing left`()
        async throws
    {
        try await globex.deliver((0..<30).map { globex.event($0, ago: .hours(Int64($0))) })
        try await acme.deliver((0..<10).map { acme.event($0, ago: .minutes(Int64($0))) })
        let before = [try await counted(globex), try await counted(acme)]
        for part in 0..<3 { try await sample((part * 900 + 1)..<(part * 900 + 901), of: acme) }
        let limit = EventSizeLimit(events: store)

        var steps: [RoomStep] = []
        while try await number("SELECT count(*) AS n FROM event_counts WHERE span = 'm' AND tenant_id = 2") > 0,
            steps.count < 100
        {
            steps.append(try await makeRoom(200))
        }
        let events = [try await counted(globex)[0], try await counted(acme)[0]]
        // Rows are sought by the hours of their shapes.
        let now = installation.clock.now
        var query = EventQuery(from: now - .days(10), to: now + .days(1))
        query.stage = .sessionStore
        let found = try await acme.services.events.page(query, PageRequest(limit: 200), grant: acme.system.grant())
        #expect(found.items.count == 10)

        #expect(before[0] == [30, 30, 30] && before[1] == [10, 10, 10])
        #expect(steps.allSatisfy { $0.tenant == acme.tenant.id && $0.rows > 0 && $0.rows <= 200 })
        #expect(events == [30, 10])
        #expect(try await rows("event_counts", of: globex) == 30 + 30 + 2)
        // What is left of acme is deleted before anything of globex, and a step that frees nothing is the last one.
        _ = try await installation.events.write(.installation("test")) {
            try $0.execute("UPDATE tenant_bytes SET bytes = bytes + 1000000 WHERE tenant_id = 2")
        }
        let outcome = try await limit.turn(steps: 1000) { true }
        guard case .exhausted(acme.tenant.id, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await makeRoom(200) == RoomStep(tenant: acme.tenant.id, rows: 0))
        #expect(try await rows("events", of: acme) == 0)
        #expect(try await counted(globex) == [30, 30, 30])
        let spans: [String] = try await installation.events.read(.installation("test")) { transaction in
            try transaction.rows("SELECT DISTINCT span FROM event_counts WHERE tenant_id = 2").map {
                try $0.get("span")
            }
        }
        #expect(spans == ["d"])
        // The days before today are no longer told apart by what clients made up.
        let today = CountWindow.Span.day.floor(installation.clock.now.milliseconds)
        #expect(
            try await number("SELECT count(*) AS n FROM event_counts WHERE tenant_id = 2 AND start < \(today)") == 2
        )
        #expect(
            try await number("SELECT count(*) AS n FROM shapes WHERE tenant_id = 2 AND retired_at IS NOT NULL") > 2000
        )
    }

    /// Notes the scopes of transactions.
    private final class ScopeRecorder: StatementObserver {
        let scopes = Mutex<[Scope]>([])

        func begin(_ scope: Scope) { scopes.withLock { $0.append(scope) } }
        func check(_: ObservedStatement) throws {}
    }

    @Test func `room is made while no writer of events runs, on any node`() async throws {
        try await acme.deliver([acme.event(1)])
        let recorder = ScopeRecorder()
        let database = ObservedDatabase(installation.events, observers: [recorder])
        let clock = installation.clock
        let events = Events(access: StoreAccess(database: database) { Issue.record("\($0)") }, now: { clock.now })

        #expect(try await events.makeRoom(limit: 1, within: .seconds(600)).rows == 1)

        #expect(recorder.scopes.withLock { $0.last } == .installation(Events.deliveries))
    }

    @Test func `a step takes the oldest first, down to the row`() async throws {
        try await acme.deliver(
            (0..<60).map { acme.event($0, stage: $0 < 20 ? .refresh : .sessionStore, ago: .seconds(Int64(120 - $0))) }
        )

        #expect(try await makeRoom(7).rows == 7)

        #expect(try await counted(acme) == [53, 60, 60])
        let now = installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now)
        let ids = try await acme.services.events.page(query, PageRequest(limit: 200), grant: acme.system.grant()).items
            .map(\.content.id)
        #expect(Set(ids) == Set((7..<60).map { acme.event($0).content.id }))
    }

    @Test func `a step ends when its time is over`() async throws {
        try await acme.deliver((0..<200).map { acme.event($0, ago: .seconds(Int64($0))) })

        #expect(try await store.makeRoom(limit: 200, within: .zero).rows == 25)
    }
}
