#if PostgreSQL
/// Checks the rights that keep tenants apart when a condition was forgotten.
extension PostgresDatabase {
    /// - Throws: `.unavailable`, with the correction, when the role or the login behind it could bypass row-level
    ///   security.
    public func checkRights() async throws {
        let schema = options.schema
        let row = try await read(.installation("rights")) { transaction in
            try transaction.row(
                """
                SELECT current_user AS name, rolsuper OR rolbypassrls AS passes, has_schema_privilege(current_user, \(schema), 'USAGE') AS enters,
                    EXISTS (
                        SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE n.nspname = \(schema) AND c.relowner = r.oid) AS owns,
                    session_user AS login, EXISTS (
                        SELECT 1 FROM pg_roles p
                        WHERE (p.rolsuper OR p.rolbypassrls) AND pg_has_role(session_user, p.oid, 'MEMBER')) AS returns
                FROM pg_roles r WHERE rolname = current_user
                """
            )
        }
        guard let row else { throw DatabaseError(.unavailable, "the role of this session is not there any more") }
        let name: String = try row.get("name")
        if try row.get("passes") {
            throw DatabaseError(
                .unavailable,
                "the role \(name) passes by row-level security; run: ALTER ROLE \(name) NOSUPERUSER NOBYPASSRLS"
            )
        }
        // A client that can run a statement of its own regains the login's rights by RESET ROLE.
        if try row.get("returns") {
            let login: String = try row.get("login")
            throw DatabaseError(
                .unavailable,
                "the login \(login) passes by row-level security, or is a member of a role that does; use one that is a member of \(name) alone"
            )
        }
        if try row.get("owns") {
            throw DatabaseError(
                .unavailable,
                "the role \(name) owns tables in the schema \(schema); let another role own them"
            )
        }
        if try !row.get("enters") {
            throw DatabaseError(
                .unavailable,
                "the role \(name) may not use the schema \(schema); run `gatehouse migrate` as its owner"
            )
        }
    }

    /// Whether the login can become the owner of the schema: one login for all tasks works, and protects less.
    public func loginMayChangeSchema() async throws -> Bool {
        let schema = options.schema
        return try await read(.installation("rights")) { transaction in
            try transaction.value(
                "SELECT pg_has_role(session_user, nspowner, 'MEMBER') AS may FROM pg_namespace WHERE nspname = \(schema)"
            ) ?? false
        }
    }

    /// Tables of the schema that do not force row-level security by a policy with a condition; there should be none.
    public func tablesWithoutPolicies() async throws -> [String] {
        let schema = options.schema
        return try await read(.installation("rights")) { transaction in
            try transaction.rows(
                """
                SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = \(schema) AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('schema_migrations', 'write_marks') AND (
                    NOT c.relrowsecurity OR NOT c.relforcerowsecurity
                    OR (c.relispartition AND (EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)
                        OR has_table_privilege('gatehouse_app', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')))
                    OR (NOT c.relispartition AND (NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)
                        OR EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND (
                            p.polcmd <> '*' OR NOT p.polpermissive
                            OR coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') !~ 'is_installation\\(\\)'
                            OR coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') ~* '\\mtrue\\M'
                            OR coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'true') ~* '\\mtrue\\M'
                            OR (EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')
                                AND pg_get_expr(p.polqual, p.polrelid)
                                    !~ 'tenant_id = (\\( SELECT )?([a-z]+\\.)?current_tenant(_number)?\\(\\)'))))))
                ORDER BY c.relname LIMIT 1000
                """
            ).map { try $0.get("name") }
        }
    }
}
#endif
