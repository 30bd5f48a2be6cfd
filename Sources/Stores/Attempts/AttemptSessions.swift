import Database
import Domain
import UseCases

/// Reads the sessions that came of attempts, with their refresh tokens.
struct AttemptSessions: AttemptSessionStore {
    let access: StoreAccess

    func session(_ id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> AttemptSession? {
        let search: SQL = """
            SELECT \(sql: SessionRow.columns), f.generation AS f_generation, f.rotated_at AS f_rotated_at,
                f.key_version AS f_key_version
            FROM sessions s
            JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
            LEFT JOIN session_refresh f ON f.tenant_id = s.tenant_id AND f.session_id = s.id
            WHERE s.tenant_id = \(tenant) AND s.id = \(id)
            """
        return try await access.rows(tenant, [search]) { rows in
            guard let row = rows[0].first else { return nil }
            return AttemptSession(session: try SessionRow.session(row), refresh: try Self.refresh(row))
        }
    }

    private static func refresh(_ row: Row) throws -> RefreshState? {
        guard let generation: Int64 = try row.find("f_generation") else { return nil }
        return RefreshState(
            generation: generation,
            rotatedAt: try row.get("f_rotated_at"),
            keyVersion: try row.get("f_key_version")
        )
    }
}
