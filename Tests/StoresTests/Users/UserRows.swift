import Database
import Domain
import Fixtures
import Foundation
import Stores
import UseCases

/// The rows that depend on a user, in every table.
struct UserRows {
    /// Tables with a `user_id` whose rows outlast the user, and are deleted by age: used identity tokens, and the
    /// revocations that Apple has still to be told.
    static let lasting: Set<String> = ["apple_uses", "apple_revocations"]
    /// Rows that name the user in another column.
    static let indirect: Set<String> = ["session_refresh", "made links", "made invitations", "answers"]

    let installation: Installation

    /// The tables with a `user_id`, as the schema has them.
    func tables() async throws -> Set<String> {
        try await installation.control.read(.installation("schema")) { transaction in
            let statement: SQL =
                if TestEngine.isPostgres {
                    """
                    SELECT table_name::text AS name FROM information_schema.columns
                    WHERE table_schema = current_schema() AND column_name = 'user_id'
                    """
                } else {
                    """
                    SELECT t.name AS name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
                    WHERE t.type = 'table' AND c.name = 'user_id'
                    """
                }
            return Set(try transaction.rows(statement).map { try $0.get("name", as: String.self) })
        }
    }

    /// The number of rows by table, or by the name of what names the user in another column.
    func counts(of user: User.ID, in tenant: Tenant.ID) async throws -> [String: Int] {
        let tables: [(name: String, rows: SQL)] = [
            ("sessions", "SELECT count(*) AS n FROM sessions WHERE tenant_id = \(tenant) AND user_id = \(user)"),
            (
                "session_refresh",
                """
                SELECT count(*) AS n FROM session_refresh f JOIN sessions s ON s.tenant_id = f.tenant_id AND s.id = f.session_id
                WHERE s.tenant_id = \(tenant) AND s.user_id = \(user)
                """
            ),
            (
                "one_time_links",
                "SELECT count(*) AS n FROM one_time_links WHERE tenant_id = \(tenant) AND user_id = \(user)"
            ),
            (
                "made links",
                "SELECT count(*) AS n FROM one_time_links WHERE tenant_id = \(tenant) AND maker_id = \(user)"
            ),
            ("invitations", "SELECT count(*) AS n FROM invitations WHERE tenant_id = \(tenant) AND user_id = \(user)"),
            (
                "made invitations",
                "SELECT count(*) AS n FROM invitations WHERE tenant_id = \(tenant) AND maker_id = \(user)"
            ),
            (
                "email_change_stops",
                "SELECT count(*) AS n FROM email_change_stops WHERE tenant_id = \(tenant) AND user_id = \(user)"
            ),
            ("user_terms", "SELECT count(*) AS n FROM user_terms WHERE tenant_id = \(tenant) AND user_id = \(user)"),
            ("identities", "SELECT count(*) AS n FROM identities WHERE tenant_id = \(tenant) AND user_id = \(user)"),
            (
                "apple_people",
                "SELECT count(*) AS n FROM apple_people WHERE tenant_id = \(tenant) AND user_id = \(user)"
            ),
            (
                "apple_tokens",
                "SELECT count(*) AS n FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user)"
            ),
            (
                "answers",
                "SELECT count(*) AS n FROM idempotency_keys WHERE tenant_id = \(tenant) AND principal_id = \(user)"
            ),
        ]
        return try await installation.control.read(.installation("test")) { transaction in
            try tables.reduce(into: [String: Int]()) { counts, table in
                counts[table.name] = try transaction.value(table.rows, as: Int.self) ?? 0
            }
        }
    }

    func total(of user: User.ID, in tenant: Tenant.ID) async throws -> Int {
        try await counts(of: user, in: tenant).values.reduce(0, +)
    }

    /// Adds rows of a user to each table, and as many that the user made for another one.
    func add(_ count: Int, of user: User.ID, for other: User.ID, in tenant: Tenant.ID) async throws {
        let (now, later) = (installation.clock.now.sqlValue, (installation.clock.now + .days(30)).sqlValue)
        let ids = (0..<count).map { _ in UUID() }
        let (id, another) = (user.sqlValue, other.sqlValue)
        let member = SQLValue.text(Principal.Kind.user(user).name)
        try await installation.control.write(.tenant(tenant.uuid)) { transaction in
            func insert(
                into table: StaticString,
                _ columns: [StaticString],
                _ values: (_ hash: SQLValue, _ row: UUID) -> [SQLValue]
            ) throws {
                let rows = ids.map { row -> [SQLValue] in
                    [tenant.sqlValue] + values(.blob(Data(row.bytes + row.bytes)), row)
                }
                _ = try transaction.insertNew(into: table, columns: ["tenant_id"] + columns, rows: rows)
            }
            try insert(
                into: "sessions",
                ["id", "token_hash", "user_id", "kind", "created_at", "last_seen_at", "expires_at"]
            ) { hash, row in [row.sqlValue, hash, id, .text("app"), now, now, later] }
            try insert(
                into: "session_refresh",
                ["session_id", "generation", "rotated_at", "key_version", "method"]
            ) { _, row in [row.sqlValue, .integer(1), now, .integer(1), .text("password")] }
            let columns: [StaticString] = [
                "token_hash", "purpose", "user_id", "tries", "opens_session", "created_at", "expires_at",
            ]
            try insert(into: "one_time_links", columns) { hash, _ in
                [hash, .text("sign_in"), id, .integer(0), .integer(1), now, later]
            }
            try insert(into: "one_time_links", columns + ["maker_kind", "maker_id"]) { _, row in
                let hash = SQLValue.blob(Data((row.bytes + row.bytes).reversed()))
                return [hash, .text("sign_in"), another, .integer(0), .integer(1), now, later, member, id]
            }
            try insert(into: "invitations", ["token_hash", "user_id", "created_at", "expires_at"]) { hash, _ in
                [hash, id, now, later]
            }
            try insert(
                into: "invitations",
                ["token_hash", "user_id", "created_at", "expires_at", "maker_kind", "maker_id"]
            ) { _, row in
                [.blob(Data((row.bytes + row.bytes).reversed())), another, now, later, member, id]
            }
            try insert(
                into: "email_change_stops",
                ["token_hash", "user_id", "email", "session_id", "created_at", "expires_at"]
            ) { hash, row in [hash, id, .text("old@acme.example"), row.sqlValue, now, later] }
            try insert(into: "user_terms", ["term", "user_id"]) { _, row in [.text(row.uuidString), id] }
            try insert(into: "identities", ["provider", "subject", "user_id", "created_at"]) { _, row in
                [.text("apple"), .text(row.uuidString), id, now]
            }
            try insert(into: "apple_people", ["subject", "user_id", "authorized_at"]) { _, row in
                [.text(row.uuidString), id, now]
            }
            try insert(
                into: "apple_tokens",
                ["user_id", "client_id", "sealed", "created_at", "checked_at", "check_at"]
            ) { hash, row in [id, .text(row.uuidString), hash, now, now, later] }
            try insert(
                into: "idempotency_keys",
                ["key_hash", "request_hash", "principal_id", "answer", "created_at"]
            ) { hash, _ in [hash, hash, id, .blob(Data([1])), now] }
        }
    }
}
