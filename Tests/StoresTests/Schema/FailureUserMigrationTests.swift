import Database
import Fixtures
import Foundation
import Testing

/// The users of failures, made from the events that an earlier version stored.
@Suite struct FailureUserMigrationTests {
    private static let time: Int64 = 1_795_251_600_000
    private static let id = Data((0..<16).map { UInt8($0) })

    /// 12,000 events of one failure by 3,000 users with two versions, and a success of each third user afterwards; 20 of
    /// another failure by 10 installations, of which two had a success before and after.
    private static let former: [SQL] = [
        "INSERT INTO event_tenants (number, id) VALUES (1, \(id))",
        "INSERT INTO tenant_bytes (tenant_id, bytes) VALUES (1, 0)",
        failure(1, stage: "session-store"), failure(2, stage: "refresh"),
        shape(1, "session-store", "2.4.0", failure: 1),
        shape(2, "session-store", "2.4.1", failure: 1), shape(3, "refresh", nil, failure: 2),
        shape(4, "api-use", "2.4.1", failure: nil), shape(5, "ui", "2.4.1", failure: nil),
        """
        INSERT INTO event_counts (tenant_id, span, start, shape_id, n)
        VALUES (1, 'd', \(Int64(Date.now.timeIntervalSince1970) / 86_400 * 86_400_000), 3, 1000)
        """,
        events(12_000, "1 + n % 3000", "NULL", shape: "1 + n / 6000", failure: "1", at: "n"),
        events(1000, "1 + n * 3", "NULL", shape: "4", failure: "NULL", at: "20000 + n"),
        events(1000, "2 + n * 3", "NULL", shape: "5", failure: "NULL", at: "22000 + n"),
        events(20, "NULL", "5000 + n % 10", shape: "3", failure: "2", at: "30000 + n"),
        events(1, "NULL", "5001", shape: "4", failure: "NULL", at: "30005"),
        events(1, "NULL", "5002", shape: "4", failure: "NULL", at: "30500"),
    ]

    private static func failure(_ number: Int, stage: String) -> SQL {
        """
        INSERT INTO failures (tenant_id, id, fingerprint, version, stage, code, created_at)
        VALUES (1, \(number), \(Data(repeating: UInt8(number), count: 16)), 1, \(stage), 'x', 0)
        """
    }

    private static func shape(_ number: Int, _ stage: String, _ version: String?, failure: Int?) -> SQL {
        """
        INSERT INTO shapes (tenant_id, id, fingerprint, source, stage, outcome, app_version, failure_id, created_at)
        VALUES (1, \(number), \(Data(repeating: UInt8(number), count: 16)), 'client', \(stage),
            \(failure == nil ? "success" : "failed"), \(version), \(failure), 0)
        """
    }

    private static func events(
        _ count: Int,
        _ user: SQL,
        _ installation: SQL,
        shape: SQL,
        failure: SQL,
        at place: SQL
    ) -> SQL {
        """
        WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < \(count))
        INSERT INTO events (
            tenant_id, occurred_at, seq, id, shape_id, user_id, installation_id, failure_id, delay)
        SELECT 1, CAST(\(time) AS BIGINT) + \(sql: place), n, \(id), \(sql: shape), \(sql: user), \(sql: installation), \(sql: failure), 0
        FROM numbers
        """
    }

    private static func count(_ condition: SQL, _ database: any MigratableDatabase) async throws -> Int {
        try await database.read(.installation("test")) { transaction in
            try transaction.value("SELECT count(*) AS n FROM failure_users WHERE \(sql: condition)") ?? 0
        }
    }

    private static func check(_ database: any MigratableDatabase, _ engine: String) async throws {
        let folder = Installation.migrations.deletingLastPathComponent().appending(path: "\(engine)/events")
        let steps = FileManager.default.temporaryDirectory.appending(path: "gatehouse-steps-\(UUID())")
        try FileManager.default.createDirectory(at: steps, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: steps) }
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.lastPathComponent < "0014" {
            try FileManager.default.copyItem(at: file, to: steps.appending(path: file.lastPathComponent))
        }
        try await database.migrate(from: steps, at: 0)
        try await database.write(.installation("former events")) { transaction in
            for statement in former { try transaction.execute(statement) }
        }

        // A start that is interrupted after the first of the steps.
        let pending = try await database.pendingMigrations(in: folder)
        #expect(try await database.apply(pending[0], at: 0))
        #expect(try await !database.apply(pending[1], at: 0))
        let added = try await count("TRUE", database)
        try await database.migrate(from: folder, at: 0)

        #expect(added > 0 && added < 6010)
        #expect(try await database.pendingMigrations(in: folder).isEmpty)
        #expect(try await count("failure_id = 1", database) == 6000)
        #expect(try await count("failure_id = 1 AND is_latest = 1 AND app_version = '2.4.1'", database) == 3000)
        #expect(try await count("failure_id = 1 AND is_latest = 1 AND is_out = 1", database) == 2000)
        #expect(try await count("failure_id = 1 AND is_out = 0 AND subject_id % 3 = 1", database) == 2000)
        #expect(
            try await count("failure_id = 1 AND last_at = subject_id + 8999 + CAST(\(time) AS BIGINT)", database)
                == 3000
        )
        #expect(try await count("failure_id = 2 AND is_installation = 1 AND app_version = ''", database) == 10)
        #expect(try await count("failure_id = 2 AND is_out = 0", database) == 1)
        #expect(
            try await count("failure_id = 2 AND last_at = subject_id + 25010 + CAST(\(time) AS BIGINT)", database) == 10
        )
        let held: Int64? = try await database.read(.installation("test")) {
            try $0.value("SELECT bytes FROM tenant_bytes WHERE tenant_id = 1")
        }
        #expect((held ?? 0) >= 6010 * 75)
        let missing: [Int] = try await database.read(.installation("test")) { transaction in
            try transaction.rows("SELECT id FROM failures WHERE users_missing_at > 0").map { try $0.get("id") }
        }
        #expect(missing == [2])
    }

    @Test func `they are added in steps that survive an interruption in SQLite`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "gatehouse-events-\(UUID()).sqlite")
        defer {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
        }
        let database = try SQLiteDatabase(path: file.path)

        try await Self.check(database, "sqlite")

        try await database.close()
    }

    #if PostgreSQL
    @Test(.needsPostgres) func `they are added in steps that survive an interruption in PostgreSQL`() async throws {
        let server = try PostgresFolder()
        var options = PostgresOptions(patientAt: server.url, schema: "events")
        options.connections = 2
        let database = PostgresDatabase(options)

        try await Self.check(database, "postgres")

        try await database.close()
    }
    #endif
}
