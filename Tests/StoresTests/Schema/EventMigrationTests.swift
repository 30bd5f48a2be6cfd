import Database
import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import Stores

/// Events that an earlier version stored, after the migrations of this one.
@Suite struct EventMigrationTests {
    private static let ada = "0190a0a000007000800000000000000a"
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let time: Int64 = 1_795_251_600_000

    /// Two events of one millisecond whose ids end alike, and one that says little.
    private static let former: [SQL] = [
        "INSERT INTO event_tenants (number, id) VALUES (1, \(bytes(ada)))",
        """
        INSERT INTO shapes (tenant_id, id, fingerprint, source, stage, outcome, created_at)
        VALUES (1, 1, \(bytes(ada)), 'client', 'refresh', 'failed', 0)
        """,
        event("019a7f2e1c2b7def8a9b000000abcdef", user: ada, attempt: trace, rest: #"{"n":"signed","t":"wifi"}"#),
        event("019a7f2e1c2b7def8a9b111111abcdef", user: ada, rest: nil),
        event("019a7f2e1c2b7def8a9b222222000001", rest: #"{"e":["NSURLErrorDomain","-1001"],"m":"late"}"#),
        """
        INSERT INTO messages (tenant_id, id, fingerprint, text, created_at) VALUES (1, 5, \(bytes(ada)), 'late', 0)
        """,
        "INSERT INTO item_outcomes (tenant_id, start, outcome, reason, n) VALUES (1, 0, 'throttled', 'rate', 7)",
    ]

    /// More events of one millisecond whose ids end alike than a number of four bytes has room for, were they numbered by
    /// 2²⁴.
    private static let alike: [SQL] = (0..<300).map { number in
        event("019a7f2e1c2b7def8a9c\(String(number + 4096, radix: 16))00abcdef", at: timeOfAlike, rest: nil)
    }
    private static let timeOfAlike = time + 3_600_000

    private static func event(
        _ id: String,
        at time: Int64 = time,
        user: String? = nil,
        attempt: String? = nil,
        rest: String?
    ) -> SQL {
        """
        INSERT INTO events (tenant_id, occurred_at, id, shape_id, user_id, attempt_id, received_at, rest)
        VALUES (1, \(time), \(bytes(id)), 1, \(user.map(bytes)), \(attempt.map(bytes)), \(time + 90), \(rest))
        """
    }

    private static func bytes(_ hexadecimal: String) -> Data { Data(Hexadecimal.decode(hexadecimal) ?? []) }

    private static func migrations(_ engine: String) -> URL {
        Installation.migrations.deletingLastPathComponent().appending(path: "\(engine)/events")
    }

    /// The steps of the version before, in a folder of their own.
    private static func formerSteps(_ engine: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-steps-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in try FileManager.default.contentsOfDirectory(at: migrations(engine), includingPropertiesForKeys: nil)
        where file.lastPathComponent < "0004" {
            try FileManager.default.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
        }
        return folder
    }

    private static func check(_ database: any MigratableDatabase, _ engine: String) async throws {
        let steps = try formerSteps(engine)
        defer { try? FileManager.default.removeItem(at: steps) }
        try await database.migrate(from: steps, at: 0)
        try await database.write(.installation("former events")) { transaction in
            for statement in former + alike { try transaction.execute(statement) }
        }

        try await database.migrate(from: migrations(engine), at: 0)

        let (events, outcomes, tenants) = try await database.read(.installation("events")) { transaction in
            (
                try transaction.rows(
                    """
                    SELECT e.id AS id, e.seq AS seq, u.value AS user_id, a.value AS attempt_id, e.delay AS delay, e.rest AS rest
                    FROM events e LEFT JOIN subjects u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
                    LEFT JOIN subjects a ON a.tenant_id = e.tenant_id AND a.id = e.attempt_id
                    WHERE e.tenant_id = 1 AND e.occurred_at = \(time) ORDER BY e.id
                    """
                ),
                try transaction.rows(
                    "SELECT key_id, category, outcome, reason, n FROM item_outcomes WHERE tenant_id = 1"
                ),
                try transaction.rows("SELECT highest_subject, highest_message FROM event_tenants WHERE number = 1")
            )
        }
        #expect(
            try events.map { try $0.get("id", as: Data.self) } == [
                bytes("019a7f2e1c2b7def8a9b000000abcdef"), bytes("019a7f2e1c2b7def8a9b111111abcdef"),
                bytes("019a7f2e1c2b7def8a9b222222000001"),
            ]
        )
        #expect(
            try events.map { try $0.get("seq", as: Int64.self) } == [
                0xABCDEF, engine == "sqlite" ? 0xABCDEF + 2 << 24 : 1 << 24 + 2, 1,
            ]
        )
        #expect(try events.map { try $0.find("user_id", as: Data.self) } == [bytes(ada), bytes(ada), nil])
        #expect(try events.map { try $0.find("attempt_id", as: Data.self) } == [bytes(trace), nil, nil])
        #expect(try events.map { try $0.get("delay", as: Int64.self) } == [90, 90, 90])
        #expect(try events.map { try $0.find("rest", as: String.self)?.isEmpty } == [false, nil, false])
        let tenant = try #require(tenants.first)
        #expect(try tenant.get("highest_subject") == 2 && tenant.get("highest_message") == 5)
        let row = try #require(outcomes.first)
        #expect(try row.get("outcome", as: String.self) == "limited" && row.get("n", as: Int.self) == 7)
        #expect(try row.get("category", as: String.self) == "event" && row.get("key_id") == Data(count: 16))
    }

    /// The store of this version reads what the migrations made.
    private static func checkStore(_ database: any MigratableDatabase) async throws {
        let timestamp = Timestamp(milliseconds: time)
        let events = Events(
            access: StoreAccess(database: database) { Issue.record("\($0)") },
            now: { timestamp + .minutes(1) }
        )
        let tenant = Tenant.ID(UUID(bytes: Array(bytes(ada))))
        let query = EventQuery(from: timestamp - .minutes(1), to: timestamp + .minutes(1))

        let found = try await events.page(query, PageRequest(), in: tenant).items

        #expect(found.count == 3 && found.allSatisfy { $0.content.occurredAt == timestamp })
        #expect(found.allSatisfy { $0.content.stage == .refresh && $0.receivedAt == timestamp + .milliseconds(90) })
        let byUser = Dictionary(grouping: found) { $0.content[.user] }.mapValues(\.count)
        #expect(byUser == ["0190a0a0-0000-7000-8000-00000000000a": 2, nil: 1])
        let signed = try #require(found.first { $0.content.attempt != nil })
        #expect(signed.content.attempt == TraceID(trace) && signed.content[.name] == "signed")
        #expect(found.compactMap(\.content.error?.message) == ["late"])
        let alike = EventQuery(from: timestamp + .minutes(59), to: timestamp + .minutes(61))
        let others = try await events.page(alike, PageRequest(limit: 200), in: tenant)
        let further = try await events.page(alike, PageRequest(limit: 200, cursor: others.next), in: tenant)
        #expect(Set((others.items + further.items).map(\.content.id)).count == 300)
        for event in found + others.items.prefix(3) + further.items.suffix(3) {
            #expect(try await events.event(event.reference, in: tenant) == event)
        }
    }

    @Test func `events of the version before keep their users, attempts and ids in SQLite`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "gatehouse-events-\(UUID()).sqlite")
        defer {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
        }
        let database = try SQLiteDatabase(path: file.path)

        try await Self.check(database, "sqlite")
        try await Self.checkStore(database)

        try await database.close()
    }

    #if PostgreSQL
    @Test(.needsPostgres) func `events of the version before keep their users, attempts and ids in PostgreSQL`()
        async throws
    {
        let server = try PostgresFolder()
        var options = PostgresOptions(patientAt: server.url, schema: "events")
        options.connections = 2
        let database = PostgresDatabase(options)

        try await Self.check(database, "postgres")
        try await Self.checkStore(database)

        try await database.close()
    }
    #endif
}
