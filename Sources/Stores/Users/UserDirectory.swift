import Database
import Domain
import UseCases

/// The people of a tenant for those who count pages instead of following cursors.
extension Users {
    func directory(
        _ query: UserQuery, after user: User.ID?, skipping: Int, limit: Int, in tenant: Tenant.ID
    ) async throws(DomainError) -> [AccountProfile] {
        try await access.readList(tenant) { transaction in
            var conditions = try UserSearch(query: query, tenant: tenant).conditions(transaction)
            if let user { conditions.append("u.id < \(user)") }
            let rows = try transaction.rows(
                """
                SELECT \(sql: UserRow.columns) FROM users u WHERE \(sql: .all(conditions))
                ORDER BY u.id DESC LIMIT \(limit) OFFSET \(skipping)
                """)
            let users = try rows.map { try UserRow.user($0) }
            let identities = try Self.identities(of: users.map(\.id), in: tenant, transaction)
            return users.map { AccountProfile(user: $0, identities: identities[$0.id] ?? []) }
        }
    }

    func profile(_ id: User.ID, at moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AccountProfile {
        try await access.read(tenant) { transaction in
            guard let (user, _) = try UserRow.find(id, in: tenant, transaction) else { throw DomainError.notFound(.user) }
            let pending = try LinkRow.pendingEmail(of: id, at: moment, in: tenant, transaction)
            return AccountProfile(
                user: user, identities: try Self.identities(of: [id], in: tenant, transaction)[id] ?? [],
                pendingEmail: pending.flatMap { link in link.email.map { PendingEmail(email: $0, askedAt: link.createdAt) } })
        }
    }

    static func identities(
        of users: [User.ID], in tenant: Tenant.ID, _ transaction: any ReadTransaction
    ) throws -> [User.ID: [Identity]] {
        guard !users.isEmpty else { return [:] }
        let rows = try transaction.rows(
            """
            SELECT user_id, provider, subject, created_at, last_used_at FROM identities
            WHERE tenant_id = \(tenant) AND user_id IN \(list: users) ORDER BY user_id, created_at
            """)
        return try rows.reduce(into: [:]) { found, row in
            let identity = Identity(
                provider: try row.get("provider"), subject: try row.get("subject"), createdAt: try row.get("created_at"),
                lastUsedAt: try row.find("last_used_at"))
            found[try row.get("user_id"), default: []].append(identity)
        }
    }
}
