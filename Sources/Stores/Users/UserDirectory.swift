import Database
import Domain
import UseCases

/// Lists the users of a tenant for clients that page by offset instead of cursors.
extension Users {
    func directory(
        _ query: UserQuery,
        at offset: ListOffset,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AccountProfile] {
        try await access.readList(tenant) { transaction in
            var conditions = try UserSearch(query: query, tenant: tenant).conditions(transaction)
            if let user = offset.after { conditions.append("u.id < \(user)") }
            let rows = try transaction.rows(
                """
                SELECT \(sql: UserRow.columns) FROM users u WHERE \(sql: .all(conditions))
                ORDER BY u.id DESC LIMIT \(offset.limit) OFFSET \(offset.skipped)
                """
            )
            let users = try rows.map { try UserRow.user($0) }
            let identities = try Self.identities(of: users.map(\.id), in: tenant, transaction)
            return users.map { AccountProfile(user: $0, identities: identities[$0.id] ?? []) }
        }
    }

    func profile(_ id: User.ID, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AccountProfile {
        let searches = [
            UserRow.search(id, in: tenant), LinkRow.searchPendingEmail(of: id, in: ActionContext(tenant, at: now)),
            // The few of one user.
            Self.searchIdentities(of: [id], in: tenant).keepingPlan(),
        ]
        return try await access.rows(tenant, searches) { rows in
            guard let row = rows[0].first else { throw DomainError.notFound(.user) }
            let pending = try rows[1].first.map { try LinkRow.link($0) }
            return AccountProfile(
                user: try UserRow.user(row),
                identities: try Self.identities(rows[2])[id] ?? [],
                pendingEmail: pending.flatMap { link in
                    link.email.map { PendingEmail(email: $0, askedAt: link.createdAt) }
                }
            )
        }
    }

    static func identities(
        of users: [User.ID],
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> [User.ID: [Identity]] {
        guard !users.isEmpty else { return [:] }
        return try identities(try transaction.rows(searchIdentities(of: users, in: tenant)))
    }

    private static func searchIdentities(of users: [User.ID], in tenant: Tenant.ID) -> SQL {
        """
        SELECT user_id, provider, subject, created_at, last_used_at FROM identities
        WHERE tenant_id = \(tenant) AND user_id IN \(list: users) ORDER BY user_id, created_at
        """
    }

    private static func identities(_ rows: [Row]) throws -> [User.ID: [Identity]] {
        try rows.reduce(into: [:]) { found, row in
            let identity = Identity(
                provider: try row.get("provider"),
                subject: try row.get("subject"),
                createdAt: try row.get("created_at"),
                lastUsedAt: try row.find("last_used_at")
            )
            found[try row.get("user_id"), default: []].append(identity)
        }
    }
}
