import Database
import Domain
import UseCases

/// Stores the generations of refresh tokens.
struct Refreshes: RefreshStore {
    let access: StoreAccess
    let trail: AuditTrail

    func find(_ session: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionAccess? {
        try await access.rows(tenant, Self.searches(session, in: tenant), Self.found)
    }

    private static func find(
        _ session: Session.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> SessionAccess? {
        try found(try transaction.rows(of: searches(session, in: tenant)))
    }

    /// A session with all data for its tokens, and the providers of its user.
    private static func searches(_ session: Session.ID, in tenant: Tenant.ID) -> [SQL] {
        [
            """
            SELECT \(sql: SessionRow.columns), \(sql: UserRow.columns), \(sql: RoleRow.columns), \(sql: TenantRow.columns),
                f.generation AS f_generation, f.rotated_at AS f_rotated_at, f.key_version AS f_key_version,
                f.method AS f_method, \(sql: SettingsRow.terms)
            FROM session_refresh f
            JOIN sessions s ON s.tenant_id = f.tenant_id AND s.id = f.session_id
            JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
            JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
            JOIN tenants t ON t.id = s.tenant_id
            LEFT JOIN tenant_settings o ON o.tenant_id = f.tenant_id
            WHERE f.tenant_id = \(tenant) AND f.session_id = \(session)
            """, TokenMetadataRow.search(session, in: tenant),
        ]
    }

    private static func found(_ rows: [[Row]]) throws -> SessionAccess? {
        guard let row = rows[0].first else { return nil }
        let record = SessionRecord(
            session: try SessionRow.session(row),
            user: try UserRow.user(row),
            role: try RoleRow.role(row),
            tenant: try TenantRow.tenant(row),
            terms: try SettingsRow.terms(row)
        )
        return SessionAccess(
            record: record,
            refresh: RefreshState(
                generation: try row.get("f_generation"),
                rotatedAt: try row.get("f_rotated_at"),
                keyVersion: try row.get("f_key_version")
            ),
            method: try row.get("f_method"),
            metadata: try TokenMetadataRow.metadata(of: record.user, rows[1])
        )
    }

    func begin(
        _ session: Session.ID,
        method: AuthenticationMethod,
        keyVersion: Int,
        in context: ActionContext
    ) async throws(DomainError) -> SessionAccess {
        let (tenant, now) = (context.tenant, context.now)
        return try await access.write(tenant) { transaction in
            // An impersonator's session lasts one hour, and has no refresh token.
            try transaction.execute(
                """
                INSERT INTO session_refresh (tenant_id, session_id, generation, rotated_at, key_version, method)
                SELECT s.tenant_id, s.id, 1, \(now), \(keyVersion), \(method) FROM sessions s
                WHERE s.tenant_id = \(tenant) AND s.id = \(session) AND s.kind = \(Session.Kind.app) AND s.impersonator_id IS NULL
                    AND \(sql: UserRow.exists("s.user_id", in: tenant))
                ON CONFLICT DO NOTHING
                """
            )
            guard let state = try Self.find(session, in: tenant, transaction) else {
                throw DomainError.notFound(.session)
            }
            return state
        }
    }

    func rotate(_ rotation: RefreshRotation, in tenant: Tenant.ID) async throws(DomainError) -> Bool {
        let session = rotation.session
        let device = session.device
        // The first statement is a compare-and-set, so rotations of one tenant need not wait for each other.
        return try await access.write(tenant, order: .concurrent) { transaction in
            // `confirmed_at` is read only by releases before this one, which would take a stale value for a use of the
            // new tokens.
            let rotated = try transaction.execute(
                """
                UPDATE session_refresh SET generation = generation + 1, rotated_at = \(rotation.at), confirmed_at = NULL
                WHERE tenant_id = \(tenant) AND session_id = \(session.id) AND generation = \(rotation.from) AND EXISTS (
                    SELECT 1 FROM sessions s
                    JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
                    JOIN tenants t ON t.id = s.tenant_id
                    WHERE s.tenant_id = \(tenant) AND s.id = \(session.id) AND s.ended_at IS NULL AND s.expires_at > \(rotation.at)
                        AND u.state = \(User.State.active) AND u.deleted_at IS NULL AND t.state = \(Tenant.State.active))
                """
            )
            guard rotated == 1 else { return false }
            try transaction.executeLater(
                """
                UPDATE sessions SET last_seen_at = \(session.lastSeenAt), expires_at = \(session.expiresAt), address = \(session.address),
                    device_name = \(device.name), device_model = \(device.model), os_version = \(device.osVersion),
                    app_version = \(device.appVersion), user_agent = \(device.userAgent)
                WHERE tenant_id = \(tenant) AND id = \(session.id)
                """
            )
            try transaction.executeLater(
                "UPDATE users SET last_seen_at = \(session.lastSeenAt) WHERE tenant_id = \(tenant) AND id = \(session.user)"
            )
            return true
        }
    }

    func noteRepeated(_ audit: AuditDraft, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { try trail.append(audit, to: tenant, in: $0) }
    }

    func endReused(_ session: Session.ID, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let ended = try SessionRow.end(
                "id = \(session)",
                reason: .refreshReuse,
                in: ActionContext(tenant, at: audit.at),
                transaction
            )
            if ended == 1 { try trail.append(audit, to: tenant, in: transaction) }
        }
    }
}

/// The metadata of a user in tokens.
enum TokenMetadataRow {
    /// The providers of a session's user.
    static func search(_ session: Session.ID, in tenant: Tenant.ID) -> SQL {
        let search: SQL = """
            SELECT i.provider FROM sessions s JOIN identities i ON i.tenant_id = s.tenant_id AND i.user_id = s.user_id
            WHERE s.tenant_id = \(tenant) AND s.id = \(session) ORDER BY i.created_at, i.provider LIMIT 20
            """
        return search.keepingPlan()
    }

    static func metadata(of user: User, _ rows: [Row]) throws -> TokenMetadata {
        let providers: [Identity.Provider] = try rows.map { try $0.get("provider") }
        return TokenMetadata(
            providers: providers.map { $0 == .password ? "email" : $0.rawValue },
            app: user.appMetadata.object,
            user: user.userMetadata.object
        )
    }
}
