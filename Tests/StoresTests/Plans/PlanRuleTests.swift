import Database
import Foundation
import Testing

@testable import Fixtures

@Suite struct PlanRuleTests {
    private static let tenant = Scope.tenant(UUID())

    private func violation(_ text: SQL, _ plan: [String], _ engine: DatabaseEngine, _ scope: Scope) -> String? {
        PlanRule.violation(StatementPlan(plan, of: engine), of: ObservedStatement(text, scope))
    }

    @Test(arguments: [
        ("SCAN u", "walks all rows of users"),
        ("SCAN users USING COVERING INDEX users_by_last_seen", "walks all rows of users"),
        ("SEARCH u USING INDEX users_by_email_anywhere (email=?)", "finds rows of users by email=?"),
        ("SEARCH u USING AUTOMATIC COVERING INDEX (id=?)", "finds rows of users by id=?"),
        ("SEARCH u USING INDEX users_by_seen (seen_at>? AND tenant_id=?)", "finds rows of users by seen_at>?"),
    ])
    func `a plan of SQLite that walks a growing table is a violation`(line: String, expected: String) throws {
        let violation = violation("SELECT * FROM users AS u WHERE u.email = \("a")", [line], .sqlite, Self.tenant)

        #expect(try #require(violation).hasPrefix(expected))
    }

    @Test(arguments: [
        "SEARCH u USING INDEX users_by_email (tenant_id=? AND email=?)",
        "SEARCH u USING PRIMARY KEY (tenant_id=? AND id=?) LEFT-JOIN",
        "SEARCH u USING INDEX users_by_email_anywhere (email=? AND tenant_id=?)",
        "SEARCH u USING INDEX users_by_name (tenant_id=? AND (name_key,id)>(?,?))",
        "SCAN t", "SCAN CONSTANT ROW", "USE TEMP B-TREE FOR ORDER BY", "SCAN found",
    ])
    func `a plan of SQLite that begins with the tenant, or reads a small table, is none`(line: String) {
        #expect(violation("SELECT * FROM tenants t, users u", [line], .sqlite, Self.tenant) == nil)
    }

    @Test func `the result of a subquery is not the table of the same name, which the subquery may not walk`() {
        let statement: SQL = "SELECT c.n FROM (SELECT c.n FROM event_counts c WHERE c.tenant_id = \("t")) AS c"
        let index = ["MATERIALIZE c", "  SEARCH c USING PRIMARY KEY (tenant_id=? AND span=?)", "SCAN c"]
        let walk = ["MATERIALIZE c", "  SCAN c", "SCAN c"]

        #expect(violation(statement, index, .sqlite, Self.tenant) == nil)
        #expect(violation(statement, walk, .sqlite, Self.tenant) == "walks all rows of event_counts")
    }

    @Test func `a statement for the installation may use any index, and no walk`() {
        let statement: SQL = "DELETE FROM sessions WHERE expires_at < \(1)"
        let index = ["SEARCH sessions USING INDEX sessions_by_expiry (expires_at<?)"]

        #expect(violation(statement, index, .sqlite, .installation("sweep")) == nil)
        #expect(violation(statement, ["SCAN sessions"], .sqlite, .installation("sweep")) != nil)
    }

    @Test func `a plan of PostgreSQL is read line by line`() {
        let statement: SQL = "SELECT * FROM sessions s JOIN users u ON u.id = s.user_id"
        let good = [
            "Nested Loop", "  ->  Bitmap Heap Scan on sessions s", "        Recheck Cond: (tenant_id = $1)",
            "        ->  Bitmap Index Scan on sessions_pkey", "              Index Cond: (tenant_id = $1)",
            "  ->  Index Scan using users_pkey on users u",
            "        Index Cond: ((tenant_id = $1) AND (id = s.user_id))",
        ]
        let address = ["Index Scan using users_by_email_anywhere on users u", "  Index Cond: (email = $1)"]
        let walk = ["Nested Loop", "  ->  Seq Scan on sessions s", "        Filter: (tenant_id = $1)"]
        let wholeIndex = [
            "Limit", "  ->  Index Scan using users_by_email on users u", "        Filter: (tenant_id = $1)",
        ]

        let nothing = ["Result", "  One-Time Filter: false", "  ->  Seq Scan on users u"]
        let subquery = [
            "Subquery Scan on s", "  ->  Index Scan using sessions_pkey on sessions s_1",
            "        Index Cond: (tenant_id = $1)",
        ]

        #expect(violation(statement, nothing, .postgres, Self.tenant) == nil)
        #expect(violation(statement, subquery, .postgres, Self.tenant) == nil)
        #expect(violation(statement, good, .postgres, Self.tenant) == nil)
        #expect(violation(statement, address, .postgres, Self.tenant) == nil)
        #expect(violation(statement, walk, .postgres, Self.tenant) == "walks all rows of sessions")
        #expect(violation(statement, wholeIndex, .postgres, Self.tenant) == "walks all rows of users")
        #expect(
            violation("SELECT 1 FROM events e", ["Seq Scan on events_default e"], .postgres, Self.tenant)
                == "walks all rows of events"
        )
    }

    @Test(.onlySQLite("row-level security gives each statement its tenant"))
    func `a statement that walks a growing table does not run`() async throws {
        let installation = try await Installation()
        let database = ObservedDatabase(installation.control, observers: [PlanRule()])
        let tenant = UUID()

        let walk = await kind {
            try await database.read(.tenant(tenant)) { try $0.rows("SELECT id FROM users WHERE name = \("Ada")") }
        }
        let short = await kind { try await database.rows(.tenant(tenant), ["SELECT id FROM sessions"]) }
        let search = await kind {
            try await database.read(.tenant(tenant)) { try $0.rows("SELECT id FROM users WHERE tenant_id = \(tenant)") }
        }

        #expect(walk == .statement)
        #expect(short == .statement)
        #expect(search == nil)
    }

    private func kind<Value>(_ body: () async throws -> Value) async -> DatabaseError.Kind? {
        do {
            _ = try await body()
            return nil
        } catch { return (error as? DatabaseError)?.kind }
    }
}
