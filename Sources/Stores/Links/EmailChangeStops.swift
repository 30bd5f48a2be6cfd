import Database
import Domain
import Foundation
import UseCases

/// Stores the links by which the owner of an account's mailbox stops a change of its address.
extension OneTimeLinks {
    func insert(_ stop: EmailChangeStop, token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            try Self.mustBeAlive(stop.session, of: stop.user, at: stop.createdAt, in: tenant, transaction)
            try transaction.execute(
                """
                INSERT INTO email_change_stops (tenant_id, token_hash, user_id, email, session_id, created_at, expires_at)
                VALUES (\(tenant), \(token), \(stop.user), \(stop.email), \(stop.session), \(stop.createdAt), \(stop.expiresAt))
                """
            )
        }
    }

    func stop(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OpenStop? {
        try await access.read(tenant) { try Self.openStop(token, at: moment, in: tenant, $0) }
    }

    func use(
        stop token: CredentialHash,
        endsAll: Bool,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (OpenStop) -> AuditDraft
    ) async throws(DomainError) -> OpenStop? {
        try await access.write(tenant) { transaction in
            guard let open = try Self.openStop(token, at: moment, in: tenant, transaction) else { return nil }
            // Of two concurrent tries one succeeds.
            let used = try transaction.execute(
                """
                UPDATE email_change_stops SET used_at = \(moment)
                WHERE tenant_id = \(tenant) AND token_hash = \(token) AND used_at IS NULL
                """
            )
            guard used == 1 else { return nil }
            let user = open.user.id
            try SessionRow.end(
                "id = \(open.stop.session) AND user_id = \(user)",
                reason: .revokedByUser,
                at: moment,
                in: tenant,
                transaction
            )
            try LinkRow.void(of: user, only: .changeEmail, in: tenant, transaction)
            if endsAll {
                try SessionRow.endAll(
                    of: user,
                    kinds: Set(Session.Kind.allCases),
                    reason: .revokedByUser,
                    at: moment,
                    in: tenant,
                    transaction
                )
            }
            try trail.append(audit(open), to: tenant, in: transaction)
            return open
        }
    }

    private static func openStop(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> OpenStop? {
        let row = try transaction.row(
            """
            SELECT user_id, email, session_id, created_at, expires_at FROM email_change_stops
            WHERE tenant_id = \(tenant) AND token_hash = \(token) AND used_at IS NULL AND expires_at > \(moment)
            """
        )
        let owner = try transaction.row("SELECT \(sql: TenantRow.columns) FROM tenants t WHERE t.id = \(tenant)")
        guard let row, let owner, let (user, role) = try UserRow.find(row.get("user_id"), in: tenant, transaction)
        else { return nil }
        let stop = EmailChangeStop(
            tenant: tenant,
            user: user.id,
            email: try row.get("email"),
            session: try row.get("session_id"),
            createdAt: try row.get("created_at"),
            expiresAt: try row.get("expires_at")
        )
        let open = OpenStop(stop: stop, user: user, role: role, tenant: try TenantRow.tenant(owner))
        return open.tenant.state == .active && user.email == stop.email ? open : nil
    }
}
