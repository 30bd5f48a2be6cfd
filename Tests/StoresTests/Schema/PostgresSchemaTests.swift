#if PostgreSQL
import Database
import Domain
import Fixtures
import Foundation
import Testing

/// The schema of PostgreSQL: the same as SQLite's, and tenants kept apart by the server itself.
@Suite(.needsPostgres) struct PostgresSchemaTests {
    private static let schemas = ["control", "events"]
    private let server: PostgresFolder

    init() async throws {
        server = try PostgresFolder()
        for schema in Self.schemas {
            let owner = PostgresDatabase(Self.options(server, schema))
            try await owner.migrate(from: Self.migrations("postgres", schema), at: 0)
            try await owner.close()
        }
    }

    private static func options(_ server: PostgresFolder, _ schema: String, role: String? = nil) -> PostgresOptions {
        var options = PostgresOptions(patientAt: server.url, schema: schema)
        options.connections = 2
        options.role = role
        return options
    }

    private static func migrations(_ engine: String, _ schema: String) -> URL {
        Installation.migrations.deletingLastPathComponent().appending(path: "\(engine)/\(schema)")
    }

    private func worker(_ schema: String) -> PostgresDatabase {
        PostgresDatabase(Self.options(server, schema, role: "gatehouse_app"))
    }

    @Test(arguments: schemas) func `tables, columns, keys and indexes have the names that they have in SQLite`(
        schema: String
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "gatehouse-schema-\(UUID()).sqlite")
        defer {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
        }
        let sqlite = try SQLiteDatabase(path: file.path)
        try await sqlite.migrate(from: Self.migrations("sqlite", schema), at: 0)

        let wanted = try await sqlite.read(.installation("schema")) { transaction in
            try Self.lines(
                transaction,
                """
                SELECT 'column ' || t.name || '.' || c.name || CASE c."notnull" WHEN 1 THEN ' not null' ELSE '' END AS line
                FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
                UNION ALL SELECT 'key ' || t.name || ' ' || c.name || ' ' || c.pk
                FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.pk > 0
                UNION ALL SELECT 'index ' || i.name || CASE i."unique" WHEN 1 THEN ' unique' ELSE '' END || ' ' || c.name || ' ' || c.seqno
                FROM sqlite_schema t JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
                WHERE t.type = 'table' AND i.origin = 'c'
                """
            )
        }
        try await sqlite.close()
        let owner = PostgresDatabase(Self.options(server, schema))
        let found = try await owner.read(.installation("schema")) { transaction in
            try Self.lines(
                transaction,
                """
                SELECT 'column ' || t.relname || '.' || a.attname || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS line
                FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
                WHERE t.relnamespace = \(schema)::text::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition AND a.attnum > 0 AND t.relname <> 'write_marks'
                UNION ALL SELECT CASE WHEN i.indisprimary THEN 'key ' || t.relname || ' ' || a.attname || ' ' || k.place
                    ELSE 'index ' || x.relname || CASE WHEN i.indisunique THEN ' unique' ELSE '' END || ' ' || a.attname || ' ' || k.place - 1 END
                FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class x ON x.oid = i.indexrelid
                CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)
                JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
                LEFT JOIN pg_constraint c ON c.conindid = x.oid AND c.contype = 'u'
                WHERE t.relnamespace = \(schema)::text::regnamespace AND NOT t.relispartition AND c.oid IS NULL AND t.relname <> 'write_marks'
                """
            )
        }
        try await owner.close()

        #expect(wanted.count > 60)
        #expect(found.subtracting(wanted).sorted() == [])
        #expect(wanted.subtracting(found).sorted() == [])
    }

    private static func lines(_ transaction: any ReadTransaction, _ statement: SQL) throws -> Set<String> {
        Set(try transaction.rows(statement).map { try $0.get("line") })
    }

    @Test(arguments: schemas) func `every table forces row-level security, and the service owns nothing`(
        schema: String
    ) async throws {
        let worker = worker(schema)

        #expect(try await worker.tablesWithoutPolicies() == [])
        try await worker.checkRights()
        try await worker.close()
    }

    @Test(
        arguments: [
            "CREATE TABLE extra (tenant_id BYTEA NOT NULL, id BIGINT, PRIMARY KEY (tenant_id, id))",
            "ALTER TABLE users DISABLE ROW LEVEL SECURITY", "ALTER TABLE users NO FORCE ROW LEVEL SECURITY",
            "ALTER POLICY of_tenant ON users USING (true)", "DROP POLICY of_tenant ON users",
        ] as [SQL]
    )
    func `a table without it is found`(change: SQL) async throws {
        let owner = PostgresDatabase(Self.options(server, "control"))
        _ = try await owner.write(.installation("change")) { try $0.execute(change) }
        try await owner.close()
        let worker = worker("control")

        #expect(try await worker.tablesWithoutPolicies().count == 1)
        try await worker.close()
    }

    /// Where migrations change them on purpose, run this test with `GATEHOUSE_TEST_WRITE_OBJECTS=yes` and look at what
    /// it has written.
    @Test(arguments: schemas) func `the objects that a start compares with are those that the migrations make`(
        schema: String
    ) async throws {
        let file = Self.migrations("postgres", schema).appendingPathExtension("objects.json")
        let worker = worker(schema)
        let found = try await worker.objects()
        try await worker.close()

        if ProcessInfo.processInfo.environment["GATEHOUSE_TEST_WRITE_OBJECTS"] == "yes" {
            try found.json().write(to: file)
        }

        #expect(found.differing(from: try SchemaObjects(json: Data(contentsOf: file))) == [])
        #expect(found.definitions.count > 40)
    }

    @Test(
        arguments: [
            (
                "CREATE FUNCTION zap() RETURNS TRIGGER LANGUAGE plpgsql AS 'BEGIN NEW.ended_at = NULL; NEW.end_reason = NULL; RETURN NEW; END'",
                "function zap()"
            ),
            (
                "CREATE TRIGGER zap BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
                "trigger sessions.zap"
            ),
            (
                "ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay",
                "trigger audit_entries.audit_entries_stay"
            ),
            ("DROP TRIGGER audit_entries_stay ON audit_entries", "trigger audit_entries.audit_entries_stay"),
            (
                "ALTER POLICY of_tenant ON users USING (tenant_id = current_tenant() OR is_installation() OR 1 = 1)",
                "policy users.of_tenant"
            ),
            ("CREATE POLICY more ON users USING (true)", "policy users.more"),
            (
                """
                CREATE OR REPLACE FUNCTION is_installation() RETURNS BOOLEAN LANGUAGE sql STABLE PARALLEL SAFE
                RETURN coalesce(current_setting('gatehouse.installation', true) = 'yes', true)
                """, "function is_installation()"
            ),
            ("CREATE RULE zap AS ON UPDATE TO sessions DO ALSO NOTHING", "rule sessions.zap"),
            ("CREATE VIEW everyone AS SELECT * FROM users", "relation everyone"),
            ("CREATE TABLE more () INHERITS (users)", "child more"),
            ("ALTER TABLE users NO FORCE ROW LEVEL SECURITY", "relation users"),
            ("GRANT SELECT ON users TO PUBLIC", "relation users"),
            ("GRANT TRUNCATE ON audit_entries TO gatehouse_app", "relation audit_entries"),
            ("ALTER TABLE users ALTER COLUMN name SET DEFAULT 'Zap'", "column users.name"),
            ("ALTER TABLE sessions ADD CONSTRAINT zap CHECK (ended_at IS NULL) NOT VALID", "constraint sessions.zap"),
            (
                "ALTER TABLE sessions DROP CONSTRAINT sessions_tenant_id_user_id_fkey",
                "constraint sessions.sessions_tenant_id_user_id_fkey"
            ),
            ("ALTER FUNCTION is_installation() SET search_path = public", "function is_installation()"),
            ("ALTER FUNCTION refuse_change_of_audit() SECURITY DEFINER", "function refuse_change_of_audit()"),
        ] as [(StaticText, String)]
    )
    func `what somebody changed in the schema is found`(change: StaticText, name: String) async throws {
        let owner = PostgresDatabase(Self.options(server, "control"))
        _ = try await owner.withoutScope(change.text)
        try await owner.close()
        let worker = worker("control")
        let file = Self.migrations("postgres", "control").appendingPathExtension("objects.json")

        let differing = try await worker.objects().differing(from: try SchemaObjects(json: Data(contentsOf: file)))
        try await worker.close()

        #expect(differing.contains(name), "\(differing)")
        #expect(differing.count <= 12, "\(differing)")
    }

    @Test func `days that come and go make no difference, one with a policy of its own does`() async throws {
        let file = Self.migrations("postgres", "events").appendingPathExtension("objects.json")
        let wanted = try SchemaObjects(json: Data(contentsOf: file))
        let worker = worker("events")
        _ = try await Self.number("SELECT prepare_event_days(30000, 30001) AS n", worker)
        #expect(try await worker.objects().differing(from: wanted) == [])

        let owner = PostgresDatabase(Self.options(server, "events"))
        _ = try await owner.withoutScope("GRANT SELECT ON events_d30000 TO gatehouse_app")
        _ = try await owner.withoutScope("CREATE POLICY more ON events_d30001 USING (true)")
        try await owner.close()

        let differing = try await worker.objects().differing(from: wanted)
        try await worker.close()
        #expect(differing == ["child events_d30000", "policy events_d30001.more", "relation events_d30000"])
    }

    @Test func `a role that owns the tables is no role to work with`() async throws {
        let owner = PostgresDatabase(Self.options(server, "control"))

        let error = try #require(await #expect(throws: DatabaseError.self) { try await owner.checkRights() })

        #expect(error.detail.contains("owns tables"))
        try await owner.close()
    }

    @Test func `row security allows no rows without a tenant, and reads and writes only of its own`() async throws {
        let worker = worker("control")
        let (acme, globex) = (UUID(), UUID())
        for (number, id) in [acme, globex].enumerated() {
            try await worker.write(.installation("new tenant")) { transaction in
                try transaction.execute(
                    """
                    INSERT INTO tenants (id, number, slug, name, state, created_at)
                    VALUES (\(id), \(number), \("tenant-\(number)"), 'Tenant', 'active', 0)
                    """
                )
                try transaction.execute(
                    """
                    INSERT INTO roles (tenant_id, name, title, rank, permissions, is_built_in) VALUES (\(id), 'customer', 'Customer', 1, '', 1)
                    """
                )
            }
        }

        let own = try await worker.read(.tenant(acme)) {
            try $0.rows("SELECT tenant_id FROM roles").map { try $0.get("tenant_id", as: UUID.self) }
        }
        let bare = try await worker.withoutScope("SELECT count(*) FROM roles")
        let bareTenants = try await worker.withoutScope("SELECT count(*) FROM tenants")
        await #expect(throws: DatabaseError.self) {
            try await worker.write(.tenant(acme)) { transaction in
                try transaction.execute(
                    """
                    INSERT INTO roles (tenant_id, name, title, rank, permissions, is_built_in) VALUES (\(globex), 'spy', 'Spy', 1, '', 0)
                    """
                )
            }
        }
        let changed = try await worker.write(.tenant(acme)) {
            try $0.execute("UPDATE roles SET title = 'x' WHERE tenant_id = \(globex)")
        }

        #expect(own == [acme])
        #expect(bare == "0" && bareTenants == "0")
        #expect(changed == 0)
        try await worker.close()
    }

    @Test func `days of events are made ahead, keep what came before them, and go at once`() async throws {
        let worker = worker("events")
        let day: Int64 = 30_000
        try await worker.write(.installation("days")) { transaction in
            try transaction.execute("INSERT INTO event_tenants (number, id) VALUES (1, \(UUID()))")
            for (number, time) in [day * 86_400_000 - 1, day * 86_400_000, (day + 1) * 86_400_000].enumerated() {
                try transaction.execute(
                    """
                    INSERT INTO events (tenant_id, occurred_at, seq, id, shape_id, delay)
                    VALUES (1, \(time), \(number), \(Data([UInt8(number)])), 1, 0)
                    """
                )
            }
        }

        let made = try await Self.number("SELECT prepare_event_days(\(day), \(day + 1)) AS n", worker)
        let again = try await Self.number("SELECT prepare_event_days(\(day), \(day + 1)) AS n", worker)
        let kept = try await Self.number("SELECT count(*) AS n FROM events", worker)
        var steps = 0
        while try await Self.number("SELECT drop_event_days(\(day + 1)) AS n", worker) > 0, steps < 10 { steps += 1 }
        let left = try await Self.number("SELECT count(*) AS n FROM events", worker)

        #expect(made == 2 && again == 0)
        #expect(kept == 3 && left == 1)
        try await worker.close()
    }

    private static func number(_ statement: SQL, _ database: PostgresDatabase) async throws -> Int {
        try await database.write(.installation("days")) { try $0.value(statement) ?? -1 }
    }
}

/// A text of the source that a test has as an argument.
struct StaticText: Sendable, ExpressibleByStringLiteral, CustomTestStringConvertible {
    let text: String
    var testDescription: String { text }

    init(stringLiteral value: String) { text = value }
}
#endif
