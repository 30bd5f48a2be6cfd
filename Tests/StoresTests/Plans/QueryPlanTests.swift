import Fixtures
import Foundation
import GRDB
import Testing

/// A page costs what it shows: no statement of a list or a look-up walks a whole table that grows with the tenant.
@Suite(.onlySQLite("its plans")) struct QueryPlanTests {
    private func plan(_ sql: String, _ file: String, in installation: Installation) throws -> [String] {
        let queue = try DatabaseQueue(path: #require(installation.folder).appending(path: file).path)
        return try queue.read { database in
            try GRDB.Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] }
        }
    }

    @Test(arguments: [
        "SELECT * FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id WHERE s.tenant_id = x'01' AND s.token_hash = x'02'",
        "SELECT * FROM users u WHERE u.tenant_id = x'01' AND u.id < x'02' ORDER BY u.id DESC LIMIT 51",
        "SELECT * FROM users u WHERE u.tenant_id = x'01' AND (u.name_key, u.id) > ('a', x'02') ORDER BY u.name_key, u.id LIMIT 51",
        "SELECT * FROM users u WHERE u.tenant_id = x'01' AND u.email IS NOT NULL AND u.email > 'a' ORDER BY u.email LIMIT 51",
        """
        SELECT * FROM users u WHERE u.tenant_id = x'01' AND u.last_seen_at IS NOT NULL AND (u.last_seen_at, u.id) < (5, x'02')
        ORDER BY u.last_seen_at DESC, u.id DESC LIMIT 51
        """,
        """
        SELECT * FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
        WHERE s.tenant_id = x'01' AND (s.last_seen_at, s.id) < (5, x'02') ORDER BY s.last_seen_at DESC, s.id DESC LIMIT 51
        """,
        "SELECT * FROM audit_entries WHERE tenant_id = x'01' AND sequence < 5 ORDER BY sequence DESC LIMIT 51",
    ])
    func `a list of the control database is read in the order of an index`(sql: String) async throws {
        let details = try plan(sql, "control.sqlite", in: try await Installation())

        #expect(!details.isEmpty)
        for detail in details {
            #expect(!detail.hasPrefix("SCAN"), "\(detail)")
            #expect(!detail.contains("TEMP B-TREE"), "\(detail)")
        }
    }

    @Test(arguments: [
        "SELECT * FROM events e WHERE e.tenant_id = 1 AND e.occurred_at >= 1 AND e.occurred_at < 9 ORDER BY e.occurred_at DESC, e.id DESC LIMIT 51",
        "SELECT * FROM events e WHERE e.tenant_id = 1 AND e.occurred_at >= 1 AND e.user_id = x'01' ORDER BY e.occurred_at DESC, e.id DESC LIMIT 51",
        "SELECT * FROM events e WHERE e.tenant_id = 1 AND e.attempt_id = x'01' ORDER BY e.occurred_at DESC, e.id DESC LIMIT 51",
        "SELECT * FROM events e WHERE e.tenant_id = 1 AND e.session_id = x'01' ORDER BY e.occurred_at DESC, e.id DESC LIMIT 51",
        """
        SELECT DISTINCT start FROM event_counts WHERE tenant_id = 1 AND span = 'h' AND shape_id IN (1, 2) AND start >= 1 AND start < 9
        """,
    ])
    func `a list of events is read through an index`(sql: String) async throws {
        let details = try plan(sql, "events.sqlite", in: try await Installation())

        #expect(!details.isEmpty)
        for detail in details { #expect(!detail.hasPrefix("SCAN"), "\(detail)") }
    }

    @Test(arguments: [
        ("e.user_id = x'01'", "events_by_user"), ("e.session_id = x'01'", "events_by_session"),
        ("e.attempt_id = x'01'", "events_by_attempt"), ("e.message_id IN (1, 2)", "events_by_message"),
    ])
    func `what few events have is found by its own index, whatever the range of time`(
        condition: String,
        index: String
    ) async throws {
        let sql = """
            SELECT e.id FROM events e WHERE e.tenant_id = 1 AND e.occurred_at >= 1 AND e.occurred_at < 9 AND \(condition)
            ORDER BY e.occurred_at DESC, e.id DESC LIMIT 51
            """

        let details = try plan(sql, "events.sqlite", in: try await Installation())

        #expect(details.first?.contains(index) == true, "\(details)")
    }

    @Test(arguments: ["TRUE", "s.ended_at IS NULL AND s.expires_at > 5", "s.kind = 'app'"])
    func `the sessions of one person are not looked for among all`(condition: String) async throws {
        let sql = """
            SELECT s.id FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
            WHERE s.tenant_id = x'01' AND s.user_id = x'02' AND (\(condition)) ORDER BY s.last_seen_at DESC, s.id DESC LIMIT 11
            """

        let details = try plan(sql, "control.sqlite", in: try await Installation())

        #expect(details.contains { $0.contains("sessions_by_user") }, "\(details)")
        #expect(!details.contains { $0.contains("TEMP B-TREE") }, "\(details)")
    }
}
