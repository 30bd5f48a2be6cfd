import Database
import Fixtures
import Foundation
import Testing

@Suite struct TenantRuleTests {
    static let schema = """
        CREATE TABLE tenants (id BLOB NOT NULL PRIMARY KEY, name TEXT);
        CREATE TABLE users (
            tenant_id BLOB NOT NULL REFERENCES tenants (id), id INTEGER NOT NULL, email TEXT, name TEXT, PRIMARY KEY (tenant_id, id)
        );
        CREATE TABLE sessions (
            tenant_id BLOB NOT NULL, id INTEGER NOT NULL, user_id INTEGER NOT NULL, seen INTEGER, PRIMARY KEY (tenant_id, id),
            FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
        );
        CREATE TABLE log (tenant_id BLOB, what TEXT);
        CREATE TRIGGER users_logged AFTER DELETE ON users BEGIN INSERT INTO log SELECT old.tenant_id, 'gone'; END;
        CREATE VIEW people AS SELECT tenant_id, name FROM users;
        """
    static let tenant = UUID()

    let folder: TemporaryFolder
    let base: SQLiteDatabase
    let rule: TenantRule
    /// Under the rule.
    let database: ObservedDatabase

    init() async throws {
        folder = try TemporaryFolder()
        base = try SQLiteDatabase(path: folder.path("a"))
        try await base.apply(Migration(name: "0001_rule.sql", text: Self.schema), at: 0)
        try await base.run("INSERT INTO tenants (id) VALUES (\(Self.tenant))")
        rule = TenantRule(path: folder.path("a"), column: .uuid)
        database = ObservedDatabase(base, observers: [rule])
    }

    /// What the rule says of a statement that runs for the tenant; nil when it may run.
    private func rejection(_ statement: SQL) async throws -> String? {
        do {
            _ = try await database.write(.tenant(Self.tenant)) { try $0.execute(statement) }
            return nil
        } catch let error as DatabaseError where error.kind == .statement {
            return error.detail
        }
    }

    static let t = tenant
    static let rejected: [(SQL, String)] = [
        ("SELECT * FROM users", "touches users without tenant_id"),
        ("SELECT count(*) FROM users", "touches users"),
        ("SELECT * FROM users WHERE id = \(1)", "touches users"),
        ("SELECT tenant_id FROM users WHERE email = \("a")", "touches users"),
        ("SELECT * FROM users WHERE tenant_id = \(t) OR id = \(1)", "touches users"),
        ("SELECT * FROM users WHERE (tenant_id = \(t) AND id = \(1)) OR email = \("a")", "touches users"),
        ("SELECT * FROM users WHERE NOT tenant_id = \(t)", "touches users"),
        ("SELECT * FROM users WHERE NOT (tenant_id = \(t))", "touches users"),
        ("SELECT * FROM users WHERE tenant_id <> \(t)", "touches users"),
        ("SELECT * FROM users WHERE tenant_id >= \(t)", "touches users"),
        ("SELECT * FROM users WHERE (tenant_id, id) > (\(t), \(1))", "touches users"),
        ("SELECT * FROM users WHERE tenant_id = tenant_id", "touches users"),
        ("SELECT * FROM users WHERE tenant_id IS NOT NULL", "touches users"),
        ("SELECT * FROM users WHERE name = 'tenant_id = ?'", "touches users"),
        ("SELECT * FROM users -- WHERE tenant_id = ?", "touches users"),
        ("SELECT * FROM users /* WHERE tenant_id = ? */ WHERE id = \(1)", "touches users"),
        ("SELECT tenant_id = \(t) FROM users", "touches users"),
        ("SELECT * FROM users WHERE CASE WHEN id = 1 AND tenant_id = \(t) THEN 1 ELSE 1 END", "touches users"),
        ("SELECT * FROM users WHERE tenant_id = (SELECT id FROM tenants LIMIT 1)", "touches users"),
        ("SELECT * FROM users, sessions AS s WHERE s.tenant_id = \(t)", "touches users"),
        (
            "SELECT * FROM users AS u JOIN sessions AS s ON s.user_id = u.id WHERE u.tenant_id = \(t)",
            "touches sessions"
        ),
        ("SELECT * FROM users u JOIN users v ON v.id > u.id WHERE u.tenant_id = \(t)", "touches users"),
        ("SELECT * FROM users u LEFT JOIN sessions s ON s.tenant_id = \(t) AND u.tenant_id = \(t)", "touches users"),
        ("SELECT * FROM users u FULL JOIN sessions s ON s.tenant_id = u.tenant_id AND u.tenant_id = \(t)", "touches"),
        ("SELECT * FROM users u JOIN sessions s ON s.tenant_id = u.tenant_id", "touches"),
        ("SELECT * FROM tenants WHERE id IN (SELECT tenant_id FROM users)", "touches users"),
        ("SELECT (SELECT count(*) FROM sessions) FROM users WHERE tenant_id = \(t)", "touches sessions"),
        (
            "SELECT * FROM users WHERE tenant_id = \(t) AND EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = users.id)",
            "touches sessions"
        ),
        ("SELECT * FROM (SELECT * FROM users)", "touches users"),
        ("WITH r AS (SELECT * FROM users) SELECT * FROM r", "touches users"),
        ("SELECT id FROM users WHERE tenant_id = \(t) UNION ALL SELECT id FROM sessions", "touches sessions"),
        ("SELECT * FROM \"users\"", "touches users"),
        ("SELECT * FROM main.USERS", "touches users"),
        ("SELECT * FROM people WHERE tenant_id = \(t)", "touches users in a way"),
        ("UPDATE users SET name = \("a") WHERE id = \(1)", "touches users"),
        ("UPDATE users SET name = \("a")", "touches users"),
        ("UPDATE users SET tenant_id = \(t) WHERE tenant_id = \(t)", "changes the tenant_id of users"),
        (
            "UPDATE users SET (name, tenant_id) = (\("a"), \(t)) WHERE tenant_id = \(t)",
            "changes the tenant_id of users"
        ),
        ("UPDATE OR REPLACE users SET id = 1 WHERE tenant_id = \(t)", "replaces rows of users"),
        ("UPDATE users SET name = s.id FROM sessions s WHERE users.tenant_id = \(t)", "touches sessions"),
        ("DELETE FROM users", "touches users"),
        ("DELETE FROM users WHERE id = \(1)", "touches users"),
        ("INSERT INTO users (id) VALUES (\(1))", "inserts into users without tenant_id"),
        ("INSERT INTO users VALUES (\(t), 1, 'a', 'b')", "inserts into users without tenant_id"),
        ("INSERT INTO users DEFAULT VALUES", "inserts into users without tenant_id"),
        ("INSERT INTO users (tenant_id, id) VALUES (x'00', 1)", "a tenant_id that is not bound"),
        ("INSERT INTO users (tenant_id, id) VALUES (\(t), 1), (x'00', 2)", "a tenant_id that is not bound"),
        ("INSERT INTO users (tenant_id, id) SELECT id, 1 FROM tenants", "a tenant_id that is not bound"),
        ("INSERT INTO users (tenant_id, id) SELECT tenant_id, id FROM sessions", "touches sessions"),
        ("INSERT OR REPLACE INTO users (tenant_id, id) VALUES (\(t), 1)", "replaces rows of users"),
        ("REPLACE INTO users (tenant_id, id) VALUES (\(t), 1)", "replaces rows of users"),
        (
            "INSERT INTO users (tenant_id, id) VALUES (\(t), 1) ON CONFLICT DO UPDATE SET name = 'x'",
            "updates a row of users on a conflict that does not name tenant_id"
        ),
        (
            "INSERT INTO users (tenant_id, id) VALUES (\(t), 1) ON CONFLICT (tenant_id, id) DO UPDATE SET tenant_id = x'00'",
            "changes the tenant_id of users"
        ),
    ]

    @Test(arguments: rejected.indices) func `a statement without its tenant is refused`(index: Int) async throws {
        let (statement, reason) = Self.rejected[index]

        let rejection = try await rejection(statement)

        #expect(rejection?.contains(reason) == true, "\(statement.text { _ in "?" }): \(rejection ?? "was allowed")")
    }

    static let allowed: [SQL] = [
        "SELECT * FROM tenants",
        "SELECT * FROM users WHERE tenant_id = \(t)",
        "SELECT * FROM users WHERE \(t) = tenant_id AND (id = \(1) OR email = \("a"))",
        "SELECT * FROM users WHERE \(sql: .all(["tenant_id = \(t)", "id > \(1) OR id < \(0)"])) ORDER BY id LIMIT \(5)",
        "SELECT * FROM users WHERE tenant_id = \(t) AND (id, name) > (\(1), \("a"))",
        "SELECT * FROM users WHERE (tenant_id, id) = (\(t), \(1))",
        "SELECT * FROM users WHERE id BETWEEN \(1) AND \(2) AND tenant_id = \(t)",
        "SELECT * FROM users WHERE name IS DISTINCT FROM \("a") AND tenant_id = \(t)",
        "SELECT * FROM \"users\" AS [u] WHERE `u`.tenant_id = \(t)",
        "SELECT * FROM users u JOIN sessions s ON s.tenant_id = u.tenant_id AND s.user_id = u.id WHERE u.tenant_id = \(t)",
        "SELECT * FROM sessions s, users u WHERE s.tenant_id = \(t) AND u.tenant_id = s.tenant_id",
        "SELECT * FROM users u LEFT JOIN sessions s ON s.tenant_id = u.tenant_id WHERE u.tenant_id = \(t) GROUP BY u.id HAVING count(*) > 1",
        "SELECT * FROM users JOIN sessions USING (tenant_id) WHERE tenant_id = \(t)",
        "SELECT * FROM tenants JOIN users ON users.tenant_id = tenants.id AND users.tenant_id = \(t)",
        "SELECT * FROM users WHERE tenant_id = \(t) AND EXISTS (SELECT 1 FROM sessions s WHERE s.tenant_id = users.tenant_id)",
        "SELECT (SELECT count(*) FROM sessions s WHERE s.tenant_id = u.tenant_id) FROM users u WHERE u.tenant_id = \(t)",
        "SELECT * FROM (SELECT * FROM users WHERE tenant_id = \(t)) AS mine JOIN sessions s ON s.tenant_id = mine.tenant_id",
        "WITH r AS (SELECT * FROM users WHERE tenant_id = \(t)) SELECT * FROM r UNION SELECT * FROM r",
        "WITH r AS MATERIALIZED (SELECT * FROM users WHERE tenant_id = \(t)) DELETE FROM sessions WHERE tenant_id = \(t)",
        "UPDATE users SET name = \("a") WHERE tenant_id = \(t) AND id = \(1)",
        "UPDATE users AS u SET name = s.id FROM sessions s WHERE u.tenant_id = \(t) AND s.tenant_id = u.tenant_id",
        "DELETE FROM users WHERE tenant_id = \(t) RETURNING id",
        "DELETE FROM sessions WHERE tenant_id = \(t) AND user_id IN (SELECT id FROM users WHERE tenant_id = \(t))",
        "INSERT INTO users (tenant_id, id) VALUES (\(t), \(1)), (\(t), \(2)) ON CONFLICT DO NOTHING",
        "INSERT INTO users (id, tenant_id) SELECT id + 10, tenant_id FROM users WHERE tenant_id = \(t)",
        "INSERT INTO users (tenant_id, id) SELECT \(t), \(9) WHERE NOT EXISTS (SELECT 1 FROM users WHERE tenant_id = \(t) AND id = 9)",
        """
        INSERT INTO users AS u (tenant_id, id) VALUES (\(t), 1)
        ON CONFLICT (tenant_id, id) DO UPDATE SET name = excluded.name WHERE u.id > 0 RETURNING id
        """,
    ]

    @Test(arguments: allowed.indices) func `a statement with its tenant may run`(index: Int) async throws {
        let statement = Self.allowed[index]

        let rejection = try await rejection(statement)

        #expect(rejection == nil, "\(statement.text { _ in "?" })")
    }

    static let foreign: [SQL] = [
        "SELECT * FROM users WHERE tenant_id = \(UUID())",
        "SELECT * FROM users WHERE tenant_id = \("text")",
        "SELECT * FROM users u JOIN sessions s ON s.tenant_id = \(UUID()) WHERE u.tenant_id = \(t)",
        "INSERT INTO users (tenant_id, id) VALUES (\(UUID()), 1)",
        "INSERT INTO users (tenant_id, id) VALUES (\(t), 1), (\(UUID()), 2)",
        "INSERT INTO users (tenant_id, id) SELECT \(UUID()), 1",
        "UPDATE users SET name = 'a' WHERE tenant_id = \(UUID())",
    ]

    @Test(arguments: foreign.indices) func `a statement for another tenant is refused`(index: Int) async throws {
        let rejection = try await rejection(Self.foreign[index])

        #expect(rejection?.contains("names another tenant than that of its transaction") == true)
    }

    @Test func `rows in bulk name the tenant too`() async throws {
        func kind(_ columns: [StaticString], _ row: [SQLValue]) async -> DatabaseError.Kind? {
            await databaseErrorKind {
                try await database.write(.tenant(Self.tenant)) {
                    _ = try $0.insertNew(into: "users", columns: columns, rows: [row])
                }
            }
        }

        #expect(await kind(["id"], [.integer(1)]) == .statement)
        #expect(await kind(["tenant_id", "id"], [UUID().sqlValue, .integer(1)]) == .statement)
        #expect(await kind(["tenant_id", "id"], [Self.tenant.sqlValue, .integer(1)]) == nil)
    }

    @Test func `the installation's own statements are free, and their reasons are known`() async throws {
        try await database.read(.installation("sweep")) { _ = try $0.rows("SELECT * FROM users") }
        _ = try await database.write(.installation("purge")) { try $0.execute("DELETE FROM users") }

        #expect(rule.reasons == ["sweep", "purge"])
    }

    @Test func `short reads and deferred writes are under the rule`() async throws {
        let short = await databaseErrorKind { try await database.rows(.tenant(Self.tenant), ["SELECT * FROM users"]) }
        let list = await databaseErrorKind {
            try await database.readList(.tenant(Self.tenant)) { try $0.rows(of: ["SELECT * FROM sessions"]) }
        }
        let deferred = await databaseErrorKind {
            try await database.write(.tenant(Self.tenant)) { try $0.executeLater("DELETE FROM users") }
        }

        #expect(short == .statement)
        #expect(list == .statement)
        #expect(deferred == .statement)
    }

    @Test func `a transaction that ignores a violation is not committed`() async throws {
        let kind = await databaseErrorKind {
            try await database.write(.tenant(Self.tenant)) { transaction in
                try transaction.execute("INSERT INTO users (tenant_id, id) VALUES (\(Self.tenant), \(1))")
                _ = try? transaction.execute("DELETE FROM users")
            }
        }

        #expect(kind == .statement)
        #expect(try await base.read(.test) { try $0.value("SELECT count(*) FROM users", as: Int.self) } == 0)
    }

    @Test func `a table made later is under the rule`() async throws {
        #expect(try await rejection("SELECT * FROM users WHERE tenant_id = \(Self.tenant)") == nil)
        try await base.apply(
            Migration(name: "0002_keys.sql", text: "CREATE TABLE keys (tenant_id BLOB, name TEXT)"),
            at: 0
        )

        #expect(try await rejection("SELECT * FROM keys")?.contains("touches keys without tenant_id") == true)
    }

    @Test func `for numbered tenants any bound number or a looked-up one is accepted`() async throws {
        let file = try SQLiteDatabase(path: folder.path("b"))
        let schema =
            "CREATE TABLE tenants (number INTEGER, id BLOB); CREATE TABLE events (tenant_id INTEGER NOT NULL, id INTEGER)"
        try await file.apply(Migration(name: "0001_events.sql", text: schema), at: 0)
        let rule = TenantRule(path: folder.path("b"), column: .number)
        let events = ObservedDatabase(file, observers: [rule])

        try await events.write(.tenant(Self.tenant)) { transaction in
            try transaction.execute("INSERT INTO events (tenant_id, id) VALUES (\(7), \(1))")
            _ = try transaction.insertNew(into: "events", columns: ["tenant_id"], rows: [[.integer(7)]])
            _ = try transaction.rows(
                "SELECT * FROM events WHERE tenant_id = (SELECT number FROM tenants WHERE id = \(Self.tenant))"
            )
        }
        let kind = await databaseErrorKind {
            try await events.write(.tenant(Self.tenant)) { try $0.execute("DELETE FROM events WHERE id = \(1)") }
        }

        #expect(kind == .statement)
    }
}
