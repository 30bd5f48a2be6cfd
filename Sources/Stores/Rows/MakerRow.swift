import Database
import Domain
import Foundation
import UseCases

/// The maker of a link or an invitation, stored in its row: columns `maker_kind`, `maker_id` and `maker_session_id`.
enum MakerRow {
    static func maker(_ row: Row) throws -> LinkMaker? {
        guard let name: String = try row.find("maker_kind"),
            let kind = Principal.Kind(name: name, id: try row.find("maker_id"))
        else { return nil }
        return LinkMaker(kind, session: try row.find("maker_session_id"))
    }

    /// Whether the maker could hand it over to this user now, as read in this transaction.
    ///
    /// An operator's links are deleted with the operator, whom a transaction of one tenant cannot read.
    static func mayStillGive(
        _ maker: LinkMaker?,
        to user: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        if let session = maker?.session {
            let row = try transaction.rows(
                "SELECT end_reason FROM sessions WHERE tenant_id = \(tenant) AND id = \(session)"
            ).first
            let reason: Session.EndReason? = try row?.find("end_reason")
            // Operators' sessions are elsewhere. A user's that is gone was ended for some reason.
            if row == nil, case .user = maker?.kind { return false }
            guard reason?.isOrdinary ?? true else { return false }
        }
        let principal: Principal
        switch maker?.kind {
        case nil, .system, .operator: return true
        case .user(let id):
            guard let (maker, role) = try UserRow.find(id, in: tenant, transaction), maker.state == .active else {
                return false
            }
            principal = .user(id, role: role, from: nil)
        case .key(let id):
            let works: Int? = try transaction.value(
                "SELECT 1 AS n FROM api_keys WHERE tenant_id = \(tenant) AND id = \(id) AND revoked_at IS NULL"
            )
            guard works != nil else { return false }
            principal = .key(id, from: nil)
        }
        guard principal.permissions.contains(.manageUsers),
            let (_, role) = try UserRow.find(user, in: tenant, transaction)
        else { return false }
        do throws(DomainError) { try principal.mayGive(role) } catch { return false }
        return true
    }

    /// Deletes links that were handed over with a session that has been revoked.
    static func leaveRevoked(in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        let ordinary = Session.EndReason.allCases.filter(\.isOrdinary)
        try transaction.execute(
            """
            DELETE FROM one_time_links
            WHERE tenant_id = \(tenant) AND maker_session_id IS NOT NULL AND EXISTS (
                SELECT 1 FROM sessions o WHERE o.tenant_id = \(tenant) AND o.id = one_time_links.maker_session_id
                    AND o.ended_at IS NOT NULL AND o.end_reason NOT IN \(list: ordinary))
            """
        )
        try transaction.execute(
            """
            DELETE FROM invitations
            WHERE tenant_id = \(tenant) AND maker_session_id IS NOT NULL AND EXISTS (
                SELECT 1 FROM sessions o WHERE o.tenant_id = \(tenant) AND o.id = invitations.maker_session_id
                    AND o.ended_at IS NOT NULL AND o.end_reason NOT IN \(list: ordinary))
            """
        )
    }

    /// Deletes the links that a member or a key handed over, and the responses stored for their idempotency keys.
    static func leave(_ maker: UUID, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM one_time_links WHERE tenant_id = \(tenant) AND maker_id = \(maker)")
        try transaction.execute("DELETE FROM invitations WHERE tenant_id = \(tenant) AND maker_id = \(maker)")
        try IdempotencyKeys.forgetAnswers(to: "principal_id = \(maker)", in: tenant, transaction)
    }

    /// Deletes at most `limit` of the links that a deleted user handed over and of the responses stored for their
    /// idempotency keys.
    /// - Returns: the number of both.
    @discardableResult
    static func leave(
        _ maker: UUID,
        limit: Int,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        var left = limit
        left -= try transaction.execute(
            """
            DELETE FROM one_time_links WHERE tenant_id = \(tenant) AND token_hash IN (
                SELECT l.token_hash FROM one_time_links l WHERE l.tenant_id = \(tenant) AND l.maker_id = \(maker) LIMIT \(left))
            """
        )
        left -= try transaction.execute(
            """
            DELETE FROM invitations WHERE tenant_id = \(tenant) AND token_hash IN (
                SELECT i.token_hash FROM invitations i WHERE i.tenant_id = \(tenant) AND i.maker_id = \(maker) LIMIT \(left))
            """
        )
        left -= try IdempotencyKeys.forgetAnswers(to: maker, limit: left, in: tenant, transaction)
        return limit - left
    }

    /// Deletes the links and responses of all users with a role.
    static func leave(allWith role: Role.Name, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        let users: SQL = "(SELECT u.id FROM users u WHERE u.tenant_id = \(tenant) AND u.role = \(role))"
        try transaction.execute("DELETE FROM one_time_links WHERE tenant_id = \(tenant) AND maker_id IN \(sql: users)")
        try transaction.execute("DELETE FROM invitations WHERE tenant_id = \(tenant) AND maker_id IN \(sql: users)")
        try IdempotencyKeys.forgetAnswers(to: "principal_id IN \(sql: users)", in: tenant, transaction)
    }

    /// Deletes the links and responses of an operator, in every tenant.
    static func leave(_ maker: Operator.ID, _ transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM one_time_links WHERE maker_kind = 'operator' AND maker_id = \(maker)")
        try transaction.execute("DELETE FROM invitations WHERE maker_kind = 'operator' AND maker_id = \(maker)")
        try transaction.execute(
            """
            UPDATE idempotency_keys SET answer = \(Data()), done_at = coalesce(done_at, created_at)
            WHERE principal_id = \(maker) AND answer IS NOT NULL
            """
        )
    }
}
