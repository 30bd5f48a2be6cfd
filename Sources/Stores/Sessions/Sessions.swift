import Database
import Domain
import Foundation
import UseCases

/// Stores the sessions of tenants.
struct Sessions: SessionStore {
    let access: StoreAccess
    let trail: AuditTrail

    private static let keyset = Keyset(
        after: { "(s.last_seen_at, s.id) < (\(try $0.number()), \(try $0.identifier(Session.ID.self)))" },
        before: { "(s.last_seen_at, s.id) > (\(try $0.number()), \(try $0.identifier(Session.ID.self)))" },
        order: "s.last_seen_at DESC, s.id DESC",
        reversed: "s.last_seen_at ASC, s.id ASC"
    )

    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord? {
        try await record(where: "s.token_hash = \(token)", in: tenant)
    }

    func record(of id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord? {
        try await record(where: "s.id = \(id)", in: tenant)
    }

    private func record(where one: SQL, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord? {
        let search: SQL = """
            SELECT \(sql: Self.columns) FROM sessions s
            JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
            JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
            JOIN tenants t ON t.id = s.tenant_id
            LEFT JOIN tenant_settings o ON o.tenant_id = s.tenant_id
            WHERE s.tenant_id = \(tenant) AND \(sql: one)
            """
        return try await access.rows(tenant, [search]) { try $0[0].first.map(Self.record) }
    }

    /// Nearly every request of an app carries a key and a session, so they are read together: the tenant and its
    /// settings once.
    func records(
        key: CredentialHash,
        session: CredentialHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (key: KeyRecord?, session: SessionRecord?) {
        let search: SQL = """
            SELECT \(sql: KeyRow.columns), o.dialect AS o_dialect, \(sql: Self.columns) FROM tenants t
            LEFT JOIN tenant_settings o ON o.tenant_id = \(tenant)
            LEFT JOIN api_keys k ON k.tenant_id = \(tenant) AND k.token_hash = \(key)
            LEFT JOIN sessions s ON s.tenant_id = \(tenant) AND s.token_hash = \(session)
            LEFT JOIN users u ON u.tenant_id = \(tenant) AND u.id = s.user_id AND u.deleted_at IS NULL
            LEFT JOIN roles r ON r.tenant_id = \(tenant) AND r.name = u.role
            WHERE t.id = \(tenant)
            """
        return try await access.rows(tenant, [search]) { rows in
            guard let row = rows[0].first else { return (nil, nil) }
            let key: APIKey.ID? = try row.find("k_id")
            // NULL for a session of a deleted user too.
            let user: User.ID? = try row.find("u_id")
            return (try key.map { _ in try KeyRow.record(row) }, try user.map { _ in try Self.record(row) })
        }
    }

    private static let columns: SQL =
        """
        \(sql: SessionRow.columns), \(sql: UserRow.columns), \(sql: RoleRow.columns), \(sql: TenantRow.columns), \(sql: SettingsRow.terms)
        """

    private static func record(_ row: Row) throws -> SessionRecord {
        SessionRecord(
            session: try SessionRow.session(row),
            user: try UserRow.user(row),
            role: try RoleRow.role(row),
            tenant: try TenantRow.tenant(row),
            terms: try SettingsRow.terms(row)
        )
    }

    func addresses(of user: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [String] {
        try await access.read(tenant) { transaction in
            let search: SQL =
                """
                SELECT address FROM sessions
                WHERE tenant_id = \(tenant) AND user_id = \(user) AND address IS NOT NULL AND impersonator_id IS NULL
                ORDER BY last_seen_at DESC, id DESC LIMIT \(limit)
                """
            let padded = search.padded("address", with: "NULL", to: limit).keepingPlan()
            return try transaction.rows(padded).compactMap { try $0.find("address") }
        }
    }

    func insert(_ new: NewSession, in tenant: Tenant.ID) async throws(DomainError) {
        let session = new.session
        let identities: SQL = "SELECT 1 FROM identities WHERE tenant_id = \(tenant) AND user_id = \(session.user)"
        // The presented password or identity may have been removed or changed since.
        let isStillTheirs: SQL =
            if let password = new.password {
                "EXISTS (\(sql: identities) AND provider = \(Identity.Provider.password) AND secret = \(password.text))"
            } else if session.provider == .apple {
                "EXISTS (\(sql: identities) AND provider = \(Identity.Provider.apple))"
            } else {
                "TRUE"
            }
        // Impersonation does not change when the user was last seen.
        let seenAt: SQL = session.impersonator == nil ? "\(session.createdAt)" : "last_seen_at"
        try await access.write(tenant) { transaction in
            let seen = try transaction.execute(
                """
                UPDATE users SET last_seen_at = \(sql: seenAt)
                WHERE tenant_id = \(tenant) AND id = \(session.user) AND state = \(User.State.active)
                    AND EXISTS (SELECT 1 FROM tenants t WHERE t.id = \(tenant) AND t.state = \(Tenant.State.active))
                    AND \(sql: isStillTheirs)
                """
            )
            guard seen == 1 else { throw DomainError.notFound(.user) }
            if session.impersonator == nil { try Self.makeRoom(for: session, new.limit, transaction) }
            try SessionRow.insert(session, token: new.token, transaction)
            try trail.append(new.audit, to: tenant, in: transaction)
        }
    }

    /// Ends the least recently seen sessions of a user who has as many as the limit allows, or rejects the new one.
    /// Writes of one tenant run one after the other, so no other sign-in takes the room meanwhile.
    /// - Throws: `.conflict(.sessionLimit)`
    private static func makeRoom(
        for session: Session,
        _ limit: SessionLimit,
        _ transaction: any WriteTransaction
    ) throws {
        let time = session.createdAt
        // The search runs first: it nearly always finds nothing, and within the update it may be repeated for each
        // session of the tenant.
        let search: SQL = """
            SELECT id FROM sessions
            WHERE tenant_id = \(session.tenant) AND user_id = \(session.user) AND kind = \(session.kind) AND ended_at IS NULL
                AND expires_at > \(time) AND impersonator_id IS NULL
            ORDER BY last_seen_at DESC, id DESC LIMIT 1000 OFFSET \(limit.maximum - 1)
            """
        let oldest: [Session.ID] = try transaction.rows(search.keepingPlan()).map { try $0.get("id") }
        guard !oldest.isEmpty else { return }
        guard limit.action == .endOldest else { throw DomainError.conflict(.sessionLimit) }
        try SessionRow.end(
            "id IN \(list: oldest)",
            reason: .tooManySessions,
            in: ActionContext(session.tenant, at: time),
            transaction
        )
    }

    func page(
        _ filter: SessionFilter,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<SessionSummary> {
        try await access.readList(tenant) { transaction in
            let plan = try Self.keyset.plan(request)
            let rows = try transaction.rows(
                """
                SELECT \(sql: SessionRow.columns), u.name AS u_name, u.email AS u_email, u.role AS u_role FROM sessions s
                JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
                WHERE \(sql: .all(Self.conditions(filter, at: now, in: tenant) + [plan.condition]))
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            let found = try rows.map { row in
                SessionSummary(
                    session: try SessionRow.session(row),
                    userName: try row.find("u_name"),
                    userEmail: try row.find("u_email"),
                    userRole: try row.get("u_role")
                )
            }
            return Keyset.page(found, request) {
                (String($0.session.lastSeenAt.milliseconds), $0.session.id.uuid.bytes)
            }
        }
    }

    func record(_ sightings: [SessionSighting]) async throws(DomainError) {
        for (tenant, seen) in Dictionary(grouping: sightings, by: \.tenant) {
            try await access.write(tenant) { transaction in
                for sighting in seen {
                    let changed = try transaction.execute(
                        """
                        UPDATE sessions SET last_seen_at = \(sighting.seenAt), expires_at = \(sighting.expiresAt)
                        WHERE tenant_id = \(tenant) AND id = \(sighting.session) AND ended_at IS NULL
                            AND last_seen_at < \(sighting.seenAt)
                        """
                    )
                    guard changed == 1 else { continue }
                    try transaction.execute(
                        """
                        UPDATE users SET last_seen_at = \(sighting.seenAt) WHERE tenant_id = \(tenant) AND id = \(sighting.user)
                        """
                    )
                }
            }
        }
    }

    static func matching(_ filter: SessionFilter, at now: Timestamp, in tenant: Tenant.ID) -> SQL {
        """
        FROM sessions s
        JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
        WHERE \(sql: .all(conditions(filter, at: now, in: tenant)))
        """
    }

    private static func conditions(_ filter: SessionFilter, at now: Timestamp, in tenant: Tenant.ID) -> [SQL] {
        var conditions: [SQL] = ["s.tenant_id = \(tenant)"]
        if let user = filter.user { conditions.append("s.user_id = \(user)") }
        if let ids = filter.ids { conditions.append("s.id IN \(list: Array(ids.prefix(200)))") }
        if let role = filter.role { conditions.append("u.role = \(role)") }
        if let kind = filter.kind { conditions.append("s.kind = \(kind)") }
        if let version = filter.appVersion { conditions.append("s.app_version = \(version)") }
        if let version = filter.osVersion { conditions.append("s.os_version = \(version)") }
        if let model = filter.deviceModel { conditions.append("s.device_model = \(model)") }
        if let before = filter.seenBefore { conditions.append("s.last_seen_at < \(before)") }
        if let after = filter.seenAfter { conditions.append("s.last_seen_at >= \(after)") }
        if let rank = filter.maximumRank {
            conditions.append("u.role IN (SELECT name FROM roles WHERE tenant_id = \(tenant) AND rank <= \(rank))")
        }
        if filter.isOwn { conditions.append("s.impersonator_id IS NULL") }
        if let except = filter.except { conditions.append("s.id <> \(except)") }
        switch filter.life {
        case nil: break
        case .alive: conditions.append("s.ended_at IS NULL AND s.expires_at > \(now)")
        case .ended: conditions.append("s.ended_at IS NOT NULL OR s.expires_at <= \(now)")
        }
        return conditions
    }
}
