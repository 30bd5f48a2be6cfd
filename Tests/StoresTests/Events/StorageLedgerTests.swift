import Database
import Domain
import Fixtures
import Foundation
import StrictJSON
import Testing

@testable import Stores
@testable import UseCases

/// What a tenant holds is the sum of its rows, whatever was added and deleted.
@Suite struct StorageLedgerTests {
    private let installation: Installation
    private let acme: TestTenant
    private var store: any EventStore { installation.stores.events }
    private var cost: RowCost { RowCost(engine: installation.events.engine) }

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    private func event(_ id: Int, of user: String, ago: Duration = .minutes(1)) -> DecodedEvent {
        var event = acme.event(id, message: "the keychain of \(user)", user: user, ago: ago)
        event.content.texts[.session] = "session of \(user)"
        event.content.texts[.appVersion] = "2.\(id)"
        event.content.attributes = [EventAttribute("try", .integer(Int64(id)))]
        return event
    }

    private func deliver(_ events: [DecodedEvent], runs: [AppRunUpdate] = []) async throws {
        let now = installation.clock.now
        try await acme.deliver(
            EventDelivery(
                sentAt: now - .minutes(30),
                items: events.map { .event($0) },
                examined: events.count + runs.count,
                runs: runs
            )
        )
    }

    /// Delivers events that get no row.
    private func sample(_ events: [DecodedEvent]) async throws {
        let now = installation.clock.now
        let pipeline = EventPipeline(
            scrubber: Scrubber { $0 },
            clock: ClockCorrection(sentAt: now - .minutes(30), receivedAt: now)
        )
        let sampled = events.map { SampledEvent(pipeline.run($0, receivedAt: now), reason: "success") }
        let batch = EventBatch(
            tenant: acme.tenant.id,
            networks: nil,
            receivedAt: now,
            events: [],
            sampled: sampled,
            counted: []
        )
        _ = try await store.append([batch])
    }

    private func run(_ number: UInt8, version: String, _ status: AppRun.Status = .ok) -> AppRunUpdate {
        let startedAt = installation.clock.now - .minutes(5)
        return .run(
            AppRun(
                id: AppRun.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
                hasDerivedID: false,
                installation: "installation \(number)",
                status: status,
                isInitial: status == .ok,
                sequence: 0,
                startedAt: startedAt,
                at: startedAt,
                duration: nil,
                errors: 0,
                release: AppRelease(version: version, build: "17"),
                environment: "production"
            )
        )
    }

    private func held() async throws -> Int {
        try await installation.events.read(.installation("test")) { transaction in
            try transaction.value("SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS n FROM tenant_bytes") ?? -1
        }
    }

    /// - Parameter columns: what `size` reads.
    private func sum(
        _ table: SQL,
        _ columns: SQL,
        where condition: SQL = "TRUE",
        size: @escaping @Sendable (Row) throws -> Int
    ) async throws -> Int {
        try await installation.events.read(.installation("test")) { transaction in
            try transaction.rows("SELECT \(sql: columns) FROM \(sql: table) WHERE \(sql: condition)")
                .reduce(0) { $0 + (try size($1)) }
        }
    }

    private static func bytes(_ row: Row) -> Int {
        row.values.reduce(0) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .integer(let number): sum + "\(number)".utf8.count
            default: sum
            }
        }
    }

    private func rows(_ table: SQL, _ kind: RowCost.Table, where condition: SQL = "TRUE") async throws -> Int {
        try await sum(table, "1 AS one", where: condition) { [cost] _ in cost.bytes(of: kind) }
    }

    /// The sum over all rows of all tables.
    private func counted() async throws -> Int {
        let cost = cost
        let references: SQL = "user_id, session_id, attempt_id, installation_id, message_id, failure_id"
        let events = try await sum("events", "\(sql: references), rest") { row in
            let used = row.values.dropLast().count { $0 != .null }
            return cost.bytes(ofEvent: try row.find("rest"), references: used)
        }
        let dictionaries =
            try await sum("subjects", "value") { cost.bytes(ofSubject: try $0.get("value")) }
            + sum("messages", "text, error") { cost.bytes(ofMessage: Self.bytes($0)) }
            + sum("shapes", "\(sql: ShapeColumns.names)") { row in
                let version: String? = try row.find("app_version")
                return cost.bytes(ofShape: Self.bytes(row), version: version?.utf8.count ?? 0)
            }
            + sum(
                "failures",
                "stage, code, root_domain, root_code, cause_domain, cause_code, server_code, http_class"
            ) { cost.bytes(ofFailure: Self.bytes($0)) }
            + sum("failure_users", "app_version") { cost.bytes(ofFailureUser: ByteText(try $0.get("app_version"))) }
            + sum("releases", "version") { cost.bytes(ofRelease: Self.bytes($0)) }
        let counts =
            try await rows("event_counts", .minuteCount, where: "span = 'm'")
            + rows("event_counts", .hourCount, where: "span = 'h'")
            + rows("event_counts", .dayCount, where: "span = 'd'") + rows("event_totals", .total)
            + rows("counted_events", .countedEvent) + rows("redated_events", .redated) + rows("item_outcomes", .outcome)
        let runs =
            try await rows("app_runs", .run) + rows("app_run_counts", .hourRunCount, where: "span = 'h'")
            + rows("app_run_counts", .dayRunCount, where: "span = 'd'") + rows("app_run_days", .runDay)
            + rows("app_installations", .installation)
            + sum("app_run_groups", "version, build, package, environment") { row in
                let version: String = try row.get("version")
                return cost.bytes(ofRunGroup: Self.bytes(row), version: version.utf8.count)
            }
        return events + dictionaries + counts + runs
    }

    @Test func `what is held is the sum of all rows, after deliveries, repetitions, erasure, and with age`()
        async throws
    {
        let users = ["ada", "bob", "cem"]
        try await deliver(
            (0..<30).map { event($0, of: users[$0 % 3], ago: .hours(Int64($0 * 3))) },
            runs: [run(1, version: "2.1"), run(2, version: "2.2")]
        )
        #expect(try await held() == counted())
        #expect(try await held() > 30 * 300)

        try await deliver((20..<40).map { event($0, of: users[$0 % 3], ago: .hours(Int64($0 * 3))) })
        #expect(try await held() == counted())

        for _ in 0..<2 {
            try await sample((30..<60).map { event($0, of: users[$0 % 3], ago: .hours(Int64($0 * 3))) })
            #expect(try await held() == counted())
        }

        while try await store.erase(["ada"], in: acme.tenant.id, limit: 4) > 0 {}
        #expect(try await held() == counted())
        #expect(try await store.makeRoom(limit: 8, within: .seconds(600)).rows == 8)
        #expect(try await held() == counted())

        for days in [3, 7, 80, 12, 1] {
            installation.clock.advance(by: .days(Int64(days)))
            try await installation.services.maintenance.turn()
            #expect(try await held() == counted(), "after \(days) more days")
            try await deliver([event(100 + days, of: "dan")])
            try await sample([event(200 + days, of: "dan")])
            #expect(try await held() == counted(), "after \(days) more days, and an event")
        }
        #expect(try await sum("events", "1 AS one", where: "TRUE") { _ in 1 } < 8)

        // Old counts are folded, then the shapes go, and a day later what only these named.
        for span: Duration in [.days(92), .hours(3), .days(1), .hours(3)] {
            installation.clock.advance(by: span)
            try await installation.services.maintenance.turn()
            #expect(try await held() == counted(), "after a further \(span)")
        }
        #expect(try await sum("shapes", "1 AS one", where: "app_version <> 'other'") { _ in 1 } == 0)
        #expect(try await sum("failures", "1 AS one") { _ in 1 } == 0)
        #expect(try await sum("releases", "1 AS one") { _ in 1 } == 0)
        #expect(try await sum("app_run_groups", "1 AS one", where: "version <> 'other'") { _ in 1 } == 0)
    }

    @Test func `a count that fell to zero, because its runs moved to others, is charged once`() async throws {
        for number: UInt8 in 1...5 {
            try await deliver([], runs: [run(number, version: "2.1")])
            try await deliver([], runs: [run(number, version: "2.1", .crashed)])
            #expect(try await held() == counted())
        }
    }

    @Test func `what is held stays the sum of all rows when space is made of runs, and more of them come`()
        async throws
    {
        for number: UInt8 in 1...4 {
            try await deliver([], runs: [run(number, version: "2.\(number)")])
            installation.clock.advance(by: .days(2))
            while try await store.makeRoom(limit: 2, within: .seconds(600)).rows > 0 {
                #expect(try await held() == counted())
            }
            try await deliver([], runs: [run(number, version: "2.\(number)", .crashed)])
            #expect(try await held() == counted())
        }
        #expect(try await sum("app_run_groups", "1 AS one", where: "retired_at IS NOT NULL") { _ in 1 } == 1)
    }

    @Test func `what is folded to make room, and what is deleted then, is no longer held`() async throws {
        try await deliver((0..<40).map { event($0, of: "ada", ago: .days(2) + .minutes(Int64($0))) })
        let before = try await held()

        while try await store.makeRoom(limit: 30, within: .seconds(600)).rows > 0 {
            #expect(try await held() == counted())
        }
        installation.clock.advance(by: .hours(3))
        while try await store.makeRoom(limit: 30, within: .seconds(600)).rows > 0 {
            #expect(try await held() == counted())
        }

        #expect(try await held() < before / 2)
        #expect(try await rows("event_counts", .dayCount) == cost.bytes(of: .dayCount))
        #expect(try await sum("shapes", "1 AS one") { _ in 1 } == 1)
    }
}
