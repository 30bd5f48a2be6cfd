import Database
import Domain
import UseCases

/// One-time links of invited people.
enum Invitations {
    static func replace(
        _ invitation: NewInvitation, for user: User.ID, at moment: Timestamp, in tenant: Tenant.ID, _ transaction: any WriteTransaction
    ) throws {
        try void(of: user, in: tenant, transaction)
        try transaction.execute(
            """
            INSERT INTO invitations (tenant_id, token_hash, user_id, created_at, expires_at)
            VALUES (\(tenant), \(invitation.token), \(user), \(moment), \(invitation.expiresAt))
            """)
    }

    static func void(of user: User.ID, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM invitations WHERE tenant_id = \(tenant) AND user_id = \(user)")
    }

    /// The person an unused invitation is for.
    static func user(
        _ token: CredentialHash, at moment: Timestamp, in tenant: Tenant.ID, _ transaction: any ReadTransaction
    ) throws -> User? {
        try transaction.row(
            """
            SELECT \(sql: UserRow.columns) FROM invitations i JOIN users u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
            WHERE i.tenant_id = \(tenant) AND i.token_hash = \(token) AND i.used_at IS NULL AND i.expires_at > \(moment)
                AND u.state = \(User.State.invited)
            """
        ).map { try UserRow.user($0) }
    }
}
