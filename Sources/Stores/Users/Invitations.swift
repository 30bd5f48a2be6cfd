import Database
import Domain
import UseCases

/// Stores the one-time links of invited users.
enum Invitations {
    static func replace(
        _ invitation: NewInvitation,
        for user: User.ID,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws {
        try void(of: user, in: context.tenant, transaction)
        try transaction.execute(
            """
            INSERT INTO invitations (tenant_id, token_hash, user_id, maker_kind, maker_id, maker_session_id, created_at, expires_at)
            VALUES (\(context.tenant), \(invitation.token), \(user), \(invitation.maker.kind.name),
                \(invitation.maker.kind.id), \(invitation.maker.session), \(context.now),
                \(invitation.expiresAt))
            """
        )
    }

    static func void(of user: User.ID, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM invitations WHERE tenant_id = \(tenant) AND user_id = \(user)")
    }

    /// Returns the user of an unused invitation, while its maker could still make it.
    static func user(
        _ token: CredentialHash,
        in context: ActionContext,
        _ transaction: any ReadTransaction
    ) throws -> User? {
        let (tenant, now) = (context.tenant, context.now)
        let row = try transaction.row(
            """
            SELECT \(sql: UserRow.columns), i.maker_kind AS maker_kind, i.maker_id AS maker_id,
                i.maker_session_id AS maker_session_id FROM invitations i
            JOIN users u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
            WHERE i.tenant_id = \(tenant) AND i.token_hash = \(token) AND i.used_at IS NULL AND i.expires_at > \(now)
                AND u.state = \(User.State.invited) AND u.deleted_at IS NULL
            """
        )
        guard let row, case let user = try UserRow.user(row),
            try MakerRow.mayStillGive(MakerRow.maker(row), to: user.id, in: tenant, transaction)
        else { return nil }
        return user
    }
}
