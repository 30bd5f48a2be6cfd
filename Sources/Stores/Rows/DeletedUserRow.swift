import Database
import Domain
import UseCases

/// One row of `users` with a `deleted_at`, and the rows that depend on it.
///
/// The mark alone hides the user and ends sessions, links and invitations, because every statement that reads them
/// reads the user too. The rows are deleted in steps: a user can have hundreds of thousands of them, and one
/// transaction that deletes all would keep every other write waiting for seconds.
enum DeletedUserRow {
    /// The rows of each kind that are deleted together with the mark.
    static let atOnce = 100

    /// Deletes what must not outlast the transaction of a deletion, and marks the row.
    static func mark(_ user: User, in context: ActionContext, _ transaction: any WriteTransaction) throws {
        let (id, tenant) = (user.id, user.tenant)
        try AppleRevocationRow.queue(tokensOf: id, .accountDeleted, limit: atOnce, in: context, transaction)
        // Links that are left are void without their maker.
        try MakerRow.leave(id.uuid, limit: atOnce, in: tenant, transaction)
        try SavedViewRow.forgetPrivate(of: .user(id), in: tenant, transaction)
        try SecondFactorRow.remove(of: .member(id, tenant), transaction)
        // The next account may have the same subject.
        try transaction.execute(identities(of: id, limit: atOnce, in: tenant))
        try transaction.execute(appleUsers(of: id, limit: atOnce, in: tenant))
        // The address becomes free, and the role can be deleted: every tenant has the one that is set.
        try transaction.execute(
            """
            UPDATE users SET deleted_at = \(context.now), updated_at = \(context.now), email = NULL,
                email_verified = \(false), name = NULL, name_key = '', role = \(Role.Name.customer),
                state = \(User.State.disabled), last_seen_at = NULL, user_metadata = '{}', app_metadata = '{}',
                banned_until = NULL, profile_version = 0, profile_parts = '{}', contested = 0
            WHERE tenant_id = \(tenant) AND id = \(id)
            """
        )
        try UserRow.count(user, by: -1, transaction)
    }

    /// Deletes at most `limit` rows of a marked user, and the user after all of them. A session counts once, with the
    /// state of its refresh tokens.
    /// - Returns: whether the user is gone.
    static func purge(
        _ user: User.ID,
        limit: Int,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws -> Bool {
        let tenant = context.tenant
        let marked: Int? = try transaction.value(
            "SELECT 1 AS n FROM users WHERE tenant_id = \(tenant) AND id = \(user) AND deleted_at IS NOT NULL"
        )
        guard marked != nil else { return true }
        let deletions: [(_ limit: Int) throws -> Int] = [
            { try AppleRevocationRow.queue(tokensOf: user, .accountDeleted, limit: $0, in: context, transaction) },
            { try MakerRow.leave(user.uuid, limit: $0, in: tenant, transaction) },
            { try transaction.execute(sessions(of: user, limit: $0, in: tenant)) },
            { try transaction.execute(links(of: user, limit: $0, in: tenant)) },
            { try transaction.execute(invitations(of: user, limit: $0, in: tenant)) },
            { try transaction.execute(emailChangeStops(of: user, limit: $0, in: tenant)) },
            { try transaction.execute(terms(of: user, limit: $0, in: tenant)) },
            { try transaction.execute(identities(of: user, limit: $0, in: tenant)) },
            { try transaction.execute(appleUsers(of: user, limit: $0, in: tenant)) },
        ]
        var left = limit
        for delete in deletions {
            left -= try delete(left)
            guard left > 0 else { return false }
        }
        // A request that was running may have added these after the mark.
        try SavedViewRow.forgetPrivate(of: .user(user), in: tenant, transaction)
        try SecondFactorRow.remove(of: .member(user, tenant), transaction)
        try transaction.execute("DELETE FROM users WHERE tenant_id = \(tenant) AND id = \(user)")
        return true
    }

    // MARK: The rows of each table

    private static func sessions(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM sessions WHERE tenant_id = \(tenant) AND id IN (
            SELECT s.id FROM sessions s WHERE s.tenant_id = \(tenant) AND s.user_id = \(user) LIMIT \(limit))
        """
    }

    private static func links(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM one_time_links WHERE tenant_id = \(tenant) AND token_hash IN (
            SELECT l.token_hash FROM one_time_links l WHERE l.tenant_id = \(tenant) AND l.user_id = \(user) LIMIT \(limit))
        """
    }

    private static func invitations(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM invitations WHERE tenant_id = \(tenant) AND token_hash IN (
            SELECT i.token_hash FROM invitations i WHERE i.tenant_id = \(tenant) AND i.user_id = \(user) LIMIT \(limit))
        """
    }

    private static func emailChangeStops(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM email_change_stops WHERE tenant_id = \(tenant) AND token_hash IN (
            SELECT c.token_hash FROM email_change_stops c WHERE c.tenant_id = \(tenant) AND c.user_id = \(user)
            LIMIT \(limit))
        """
    }

    private static func terms(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM user_terms WHERE tenant_id = \(tenant) AND user_id = \(user) AND term IN (
            SELECT w.term FROM user_terms w WHERE w.tenant_id = \(tenant) AND w.user_id = \(user) LIMIT \(limit))
        """
    }

    private static func identities(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM identities WHERE tenant_id = \(tenant) AND user_id = \(user) AND (provider, subject) IN (
            SELECT i.provider, i.subject FROM identities i WHERE i.tenant_id = \(tenant) AND i.user_id = \(user)
            LIMIT \(limit))
        """
    }

    private static func appleUsers(of user: User.ID, limit: Int, in tenant: Tenant.ID) -> SQL {
        """
        DELETE FROM apple_people WHERE tenant_id = \(tenant) AND subject IN (
            SELECT p.subject FROM apple_people p WHERE p.tenant_id = \(tenant) AND p.user_id = \(user) LIMIT \(limit))
        """
    }
}
