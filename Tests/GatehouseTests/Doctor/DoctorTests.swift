import Database
import Domain
import Foundation
import StrictJSON
import Testing

@testable import Gatehouse

@Suite struct DoctorTests {
    /// An installation with a tenant and five entries in its audit, closed.
    private func installation(_ folder: TemporaryFolder) async throws -> (settings: Settings, folder: DataFolder) {
        let settings = try Settings.forTest(in: folder)
        let runner = CommandRunner(settings: settings)
        _ = try await runner.createTenant("acme")
        for number in 1...4 {
            _ = try await runner.perform(CreateKey(tenant: "acme", kind: "ingest", name: "Key \(number)"))
        }
        let opened = try await Installation.open(settings, for: .init(mayCreate: false), logger: .silent)
        try await opened.anchors(.silent).write()
        try await opened.close()
        return (settings, opened.folder)
    }

    private func broken(_ settings: Settings) async throws -> Set<String> {
        let result = try await CommandRunner(settings: settings).perform(Examine())
        let findings = result.json["findings"]?.arrayValue ?? []
        let broken = findings.filter { $0["state"]?.stringValue == "broken" }.compactMap { $0["check"]?.stringValue }
        #expect(result.isGood == broken.isEmpty)
        return Set(broken)
    }

    /// What an attacker with write access to the file can do.
    private func tamper(_ file: URL, _ statements: [SQL]) async throws {
        let database = try SQLiteDatabase(path: file.path, options: .forInspection)
        try await database.write(.installation("tampering")) { transaction in
            for statement in statements { try transaction.execute(statement) }
        }
        try await database.close()
    }

    @Test func `nothing is broken in an installation that was left alone`() async throws {
        let folder = try TemporaryFolder()
        let (settings, _) = try await installation(folder)

        #expect(try await broken(settings).isEmpty)
    }

    @Test(
        arguments: [
            "UPDATE audit_entries SET changes = '[]' WHERE sequence = 3",
            "UPDATE audit_entries SET at = at + 1 WHERE sequence = 1",
            "DELETE FROM audit_entries WHERE sequence = 3",
            "DELETE FROM audit_entries WHERE sequence >= 4",
            "UPDATE audit_entries SET (at, action, target_id, hash) = (SELECT at, action, target_id, hash FROM audit_entries WHERE sequence = 4) WHERE sequence = 5",
            "UPDATE audit_heads SET sequence = 4",
            "DELETE FROM audit_heads",
            "INSERT INTO audit_entries SELECT tenant_id, 6, at, action, actor_kind, actor_id, address, request_id, target_kind, target_id, changes, hash FROM audit_entries WHERE sequence = 5",
        ] as [StaticStatement]
    )
    func `an audit that was changed is found`(statement: StaticStatement) async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(
            data.control,
            ["DROP TRIGGER audit_entries_stay", "DROP TRIGGER audit_entries_remain", statement.sql]
        )

        #expect(try await broken(settings) == ["audit_chain", "control_objects"])
    }

    @Test(
        arguments: [
            ("INSERT INTO user_counts SELECT id, 'admin', 'active', 5 FROM tenants", "control_user_counts"),
            ("DROP TRIGGER audit_entries_stay", "control_objects"), ("DROP INDEX users_by_name", "control_objects"),
            ("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT", "control_objects"),
            ("CREATE TRIGGER sqlitezap AFTER UPDATE ON sessions BEGIN SELECT 1; END", "control_objects"),
        ] as [(StaticStatement, String)]
    )
    func `what was changed by hand in the control database is found`(
        statement: StaticStatement,
        check: String
    ) async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(data.control, [statement.sql])

        #expect(try await broken(settings) == [check])
    }

    @Test func `users that no search finds are found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(
            data.control,
            [
                """
                INSERT INTO users (tenant_id, id, email, email_verified, name, name_key, role, state, created_at, updated_at,
                    user_metadata, app_metadata, is_anonymous)
                SELECT id, id, 'ada@acme.example', 0, 'Ada', 'ada', 'customer', 'active', 1, 1, '{}', '{}', 0 FROM tenants
                """,
                "INSERT INTO user_counts SELECT id, 'customer', 'active', 1 FROM tenants",
            ]
        )

        #expect(try await broken(settings) == ["control_user_search"])
    }

    @Test func `a deleted user whose rows are not all deleted yet is neither counted nor searched`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(
            data.control,
            [
                """
                INSERT INTO users (tenant_id, id, email, email_verified, name, name_key, role, state, created_at, updated_at,
                    user_metadata, app_metadata, is_anonymous, deleted_at)
                SELECT id, id, 'ada@acme.example', 0, 'Ada', 'ada', 'customer', 'active', 1, 1, '{}', '{}', 0, 1 FROM tenants
                """
            ]
        )

        #expect(try await broken(settings).isEmpty)
    }

    @Test func `accounts of one mailbox, and hosts in another spelling, are reported and break nothing`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)
        let runner = CommandRunner(settings: settings)
        for name in ["ada", "bo", "cy"] {
            _ = try await runner.perform(
                CreateUser(
                    tenant: "acme",
                    role: "customer",
                    email: "\(name)@xn--mller-brot-9db.example",
                    name: name,
                    password: "correct horse battery"
                )
            )
        }
        func finding() async throws -> JSONValue? {
            try await runner.perform(Examine()).json["findings"]?.arrayValue?.first {
                $0["check"] == "control_email_hosts"
            }
        }
        #expect(try await finding()?["state"] == "ok")

        try await tamper(
            data.control,
            [
                "UPDATE users SET email = 'ada@müller-brot.example' WHERE name = 'bo'",
                "UPDATE users SET email = 'cy@müller-brot.example' WHERE name = 'cy'",
            ]
        )

        let found = try #require(try await finding())
        #expect(found["state"] == "warning")
        let detail = found["detail"]?.stringValue ?? ""
        #expect(detail.contains("two spellings of its host: 1, users") && detail.contains("canonical form: 1, users"))
        #expect(try await broken(settings).isEmpty)
    }

    @Test func `events without their facts, and counts without events, are found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(
            data.events,
            [
                "INSERT INTO events (tenant_id, occurred_at, seq, id, shape_id, delay) VALUES (1, 4102444800000, 1, x'00112233445566778899aabbccddeeff', 99, 5)"
            ]
        )

        #expect(try await broken(settings) == ["events_references", "events_counts"])
    }

    @Test(
        arguments: [
            "INSERT INTO tenant_bytes (tenant_id, bytes) VALUES (9001, -5)",
            "INSERT INTO event_day_bytes (tenant_id, day, bytes) VALUES (9001, 20000, -5)",
            "INSERT INTO event_day_bytes (tenant_id, day, bytes) VALUES (9001, 20000, 5)",
        ] as [StaticStatement]
    )
    func `a recorded size that cannot be true is reported and breaks nothing`(statement: StaticStatement) async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)
        func finding() async throws -> JSONValue? {
            try await CommandRunner(settings: settings).perform(Examine()).json["findings"]?.arrayValue?.first {
                $0["check"] == "events_sizes"
            }
        }
        #expect(try await finding()?["state"] == "ok")

        try await tamper(
            data.events,
            [
                "INSERT INTO event_tenants (number, id) VALUES (9001, x'00112233445566778899aabbccddeeff')",
                statement.sql,
            ]
        )

        let found = try #require(try await finding())
        #expect(found["state"] == "warning" && found["detail"]?.stringValue?.contains("less than they can: 1.") == true)
        #expect(try await broken(settings).isEmpty)
    }

    @Test func `a database that others can read is found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: data.control.path)

        #expect(try await broken(settings) == ["control_permissions"])
    }

    @Test func `an end that was cut off together with its head shows against the anchors`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(
            data.control,
            [
                "DROP TRIGGER audit_entries_remain", "DELETE FROM audit_entries WHERE sequence > 2",
                "UPDATE audit_heads SET sequence = 2, hash = (SELECT hash FROM audit_entries WHERE sequence = 2)",
            ]
        )

        #expect(try await broken(settings) == ["audit_chain", "control_objects"])
        try FileManager.default.removeItem(at: data.anchors)
        #expect(try await broken(settings) == ["control_objects"], "only the anchors know of the end")
    }

    @Test func `a chain that was removed whole shows against the anchors`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try await tamper(
            data.control,
            ["DROP TRIGGER audit_entries_remain", "DELETE FROM audit_entries", "DELETE FROM audit_heads"]
        )

        #expect(try await broken(settings) == ["audit_chain", "control_objects"])
    }

    @Test func `a folder and a key that others can read are found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: data.rootKey.path)

        #expect(try await broken(settings).isSuperset(of: ["data_folder", "root_key"]))
    }

    @Test func `a damaged page is found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)
        var bytes = try Data(contentsOf: data.events)
        for page in 4..<bytes.count / 4096 { bytes[page * 4096] = 0xFF }
        try bytes.write(to: data.events)

        let found = try await broken(settings)
        #expect(!found.isDisjoint(with: ["events_file", "events_schema", "events_integrity"]), "\(found)")
    }

    @Test func `a step of the schema that this program does not know is found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        let database = try SQLiteDatabase(path: data.control.path, options: .forInspection)
        try await database.apply(
            Migration(name: "9999_later.sql", text: "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;"),
            at: 0
        )
        try await database.close()

        #expect(try await broken(settings) == ["control_schema"])
    }

    @Test func `a database that is missing is found`() async throws {
        let folder = try TemporaryFolder()
        let (settings, data) = try await installation(folder)

        try FileManager.default.removeItem(at: data.events)

        #expect(try await broken(settings) == ["events_file"])
    }
}

/// A statement that a test names as an argument.
struct StaticStatement: Sendable, ExpressibleByStringLiteral, CustomTestStringConvertible {
    let sql: SQL
    let testDescription: String

    init(stringLiteral value: StaticString) {
        sql = SQL(stringLiteral: value)
        testDescription = "\(value)"
    }
}
