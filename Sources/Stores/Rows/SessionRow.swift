import Database
import Domain
import Foundation
import UseCases

/// One row of `sessions`.
enum SessionRow {
    static let columns: SQL =
        """
        s.tenant_id AS s_tenant_id, s.id AS s_id, s.user_id AS s_user_id, s.kind AS s_kind, s.device_name AS s_device_name,
        s.device_model AS s_device_model, s.os_version AS s_os_version, s.app_version AS s_app_version, s.user_agent AS s_user_agent,
        s.address AS s_address, s.created_at AS s_created_at, s.last_seen_at AS s_last_seen_at, s.expires_at AS s_expires_at,
        s.ended_at AS s_ended_at, s.end_reason AS s_end_reason, s.provider AS s_provider,
        s.impersonator_id AS s_impersonator_id, s.impersonator_session_id AS s_impersonator_session_id
        """

    static func session(_ row: Row) throws -> Session {
        let device = Device(
            name: try row.find("s_device_name"),
            model: try row.find("s_device_model"),
            osVersion: try row.find("s_os_version"),
            appVersion: try row.find("s_app_version"),
            userAgent: try row.find("s_user_agent")
        )
        return Session(
            id: try row.get("s_id"),
            tenant: try row.get("s_tenant_id"),
            user: try row.get("s_user_id"),
            kind: try row.get("s_kind"),
            device: device,
            address: try row.find("s_address"),
            createdAt: try row.get("s_created_at"),
            lastSeenAt: try row.get("s_last_seen_at"),
            expiresAt: try row.get("s_expires_at"),
            endedAt: try row.find("s_ended_at"),
            endReason: try row.find("s_end_reason"),
            provider: try row.find("s_provider"),
            impersonator: try impersonator(row)
        )
    }

    private static func impersonator(_ row: Row) throws -> Session.Impersonator? {
        guard let session: Session.ID = try row.find("s_impersonator_session_id") else {
            return try row.find("s_impersonator_id").map { .key($0) }
        }
        return .user(try row.get("s_impersonator_id"), session: session)
    }

    static func insert(_ session: Session, token: CredentialHash, _ transaction: any WriteTransaction) throws {
        let device = session.device
        try transaction.execute(
            """
            INSERT INTO sessions (tenant_id, id, token_hash, user_id, kind, device_name, device_model, os_version, app_version, user_agent,
                address, created_at, last_seen_at, expires_at, provider, impersonator_id,
                impersonator_session_id)
            VALUES (\(session.tenant), \(session.id), \(token), \(session.user), \(session.kind), \(device.name), \(device.model),
                \(device.osVersion), \(device.appVersion), \(device.userAgent), \(session.address), \(session.createdAt),
                \(session.lastSeenAt), \(session.expiresAt), \(session.provider), \(session.impersonator?.uuid),
                \(session.impersonator?.session))
            """
        )
    }

    /// Ends the sessions that match and have not ended, with all that they began: impersonations, links and sign-ins
    /// requested with them, and links handed over with a session that was revoked. Sessions of other tenants stay.
    /// - Returns: the number of ended sessions, without those that ended with them.
    @discardableResult
    static func end(
        _ which: SQL,
        reason: Session.EndReason,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let ended = try transaction.execute(
            """
            UPDATE sessions SET ended_at = \(context.now), end_reason = \(reason)
            WHERE tenant_id = \(context.tenant) AND ended_at IS NULL AND (\(sql: which))
            """
        )
        if ended > 0 { try endDependents(in: context, transaction) }
        return ended
    }

    private static func endDependents(in context: ActionContext, _ transaction: any WriteTransaction) throws {
        let (tenant, now) = (context.tenant, context.now)
        // An impersonation ends with the impersonator's own session at the latest.
        try transaction.execute(
            """
            UPDATE sessions SET ended_at = \(now), end_reason = \(Session.EndReason.impersonationEnded)
            WHERE tenant_id = \(tenant) AND impersonator_id IS NOT NULL AND ended_at IS NULL AND EXISTS (
                SELECT 1 FROM sessions o
                WHERE o.tenant_id = \(tenant) AND o.id = sessions.impersonator_session_id AND o.ended_at IS NOT NULL)
            """
        )
        try transaction.execute(
            """
            DELETE FROM one_time_links
            WHERE tenant_id = \(tenant) AND asked_session_id IS NOT NULL AND EXISTS (
                SELECT 1 FROM sessions o
                WHERE o.tenant_id = \(tenant) AND o.id = one_time_links.asked_session_id AND o.ended_at IS NOT NULL)
            """
        )
        try transaction.execute(
            """
            DELETE FROM apple_flows
            WHERE tenant_id = \(tenant) AND session_id IS NOT NULL AND EXISTS (
                SELECT 1 FROM sessions o
                WHERE o.tenant_id = \(tenant) AND o.id = apple_flows.session_id AND o.ended_at IS NOT NULL)
            """
        )
        try MakerRow.leaveRevoked(in: tenant, transaction)
    }

    /// Ends the sessions of one user. When none of any kind stays, or only one, the user's open links are deleted too,
    /// whichever request they are from.
    static func endAll(
        of user: User.ID,
        _ signOut: UserSignOut,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws {
        let others: SQL = signOut.kept.map { "id <> \($0)" } ?? "TRUE"
        let kinds = signOut.kinds.sorted { $0.rawValue < $1.rawValue }
        try end(
            "user_id = \(user) AND \(sql: others) AND kind IN \(list: kinds)",
            reason: signOut.reason,
            in: context,
            transaction
        )
        try endImpersonations(by: user.uuid, in: context, transaction)
        if signOut.kinds == Set(Session.Kind.allCases) {
            try LinkRow.voidAll(of: "u.id = \(user)", except: signOut.kept, in: context.tenant, transaction)
        }
    }

    /// Ends the impersonations by a user or a key.
    static func endImpersonations(
        by impersonator: UUID,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws {
        try end("impersonator_id = \(impersonator)", reason: .impersonationEnded, in: context, transaction)
    }

    /// Ends the sessions that a user began by a removed sign-in method.
    static func endSessions(
        startedBy removal: IdentityRemoval,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws {
        try end(
            "user_id = \(removal.user) AND provider = \(removal.provider) AND id <> \(removal.keptSession)",
            reason: .revokedByUser,
            in: context,
            transaction
        )
    }

    /// Ends the sessions that depend on Apple.
    /// - Parameter time: sessions that began later stay.
    /// - Returns: the number of ended sessions.
    static func endOfApple(
        of user: User.ID,
        startedUntil time: Timestamp,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        try end(
            "user_id = \(user) AND provider = \(Identity.Provider.apple) AND created_at <= \(time)",
            reason: .appleWithdrawn,
            in: context,
            transaction
        )
    }
}

extension Session.Impersonator {
    fileprivate var uuid: UUID {
        switch self {
        case .user(let id, _): id.uuid
        case .key(let id): id.uuid
        }
    }

    fileprivate var session: Session.ID? {
        guard case .user(_, let session) = self else { return nil }
        return session
    }
}

/// Says which sessions of a user end together, and why.
struct UserSignOut {
    var kinds = Set(Session.Kind.allCases)
    /// The session that stays.
    var kept: Session.ID?
    let reason: Session.EndReason
}
