import Database
import Domain
import UseCases

/// One row of `apple_revocations`.
enum AppleRevocationRow {
    /// Moves a user's Apple tokens into the queue, in the transaction that makes them unwanted.
    /// - Returns: the number of tokens.
    @discardableResult
    static func queue(
        tokensOf user: User.ID,
        _ reason: AppleRevocation.Reason,
        limit: Int = .max,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let (tenant, now) = (context.tenant, context.now)
        let subject: String? = try transaction.value(
            """
            SELECT subject FROM identities
            WHERE tenant_id = \(tenant) AND user_id = \(user) AND provider = \(Identity.Provider.apple) LIMIT 1
            """
        )
        let queued = try transaction.execute(
            """
            INSERT INTO apple_revocations (tenant_id, user_id, client_id, queued_at, subject, reason, sealed, attempts, next_at)
            SELECT t.tenant_id, t.user_id, t.client_id, \(now), \(subject), \(reason), t.sealed, 0, \(now)
            FROM apple_tokens t WHERE t.tenant_id = \(tenant) AND t.user_id = \(user)
            ORDER BY t.client_id LIMIT \(limit)
            ON CONFLICT (tenant_id, user_id, client_id, queued_at) DO NOTHING
            """
        )
        guard queued > 0 else { return 0 }
        return try transaction.execute(
            """
            DELETE FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user) AND client_id IN (
                SELECT t.client_id FROM apple_tokens t WHERE t.tenant_id = \(tenant) AND t.user_id = \(user)
                ORDER BY t.client_id LIMIT \(limit))
            """
        )
    }

    /// A user who has signed in with Apple since still wants the app: a revocation now would end the new consent. A
    /// token that is still this user's is stored again.
    static func supersede(
        by use: AppleUse,
        of user: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        let waiting: Int? = try transaction.value(
            """
            SELECT 1 AS n FROM apple_revocations
            WHERE tenant_id = \(tenant) AND subject = \(use.subject) AND queued_at < \(use.issuedAt) LIMIT 1
            """
        )
        guard waiting != nil else { return }
        try transaction.execute(
            """
            INSERT INTO apple_tokens (tenant_id, user_id, client_id, sealed, created_at, checked_at, check_at)
            SELECT r.tenant_id, r.user_id, r.client_id, r.sealed, \(use.usedAt), \(use.usedAt), \(use.usedAt + .days(1))
            FROM apple_revocations r
            WHERE r.tenant_id = \(tenant) AND r.subject = \(use.subject) AND r.queued_at < \(use.issuedAt) AND r.user_id = \(user)
            ON CONFLICT (tenant_id, user_id, client_id) DO NOTHING
            """
        )
        try transaction.execute(
            """
            DELETE FROM apple_revocations
            WHERE tenant_id = \(tenant) AND subject = \(use.subject) AND queued_at < \(use.issuedAt)
            """
        )
    }

    static func revocation(_ row: Row) throws -> AppleRevocation {
        AppleRevocation(
            tenant: try row.get("tenant_id"),
            user: try row.get("user_id"),
            clientID: try row.get("client_id"),
            queuedAt: try row.get("queued_at"),
            reason: try row.get("reason"),
            sealed: try row.get("sealed"),
            attempts: try row.get("attempts")
        )
    }
}

extension AppleRevocation.Reason: SQLConvertible {}
