import Database
import Domain
import UseCases

/// Stores the links by which the owner of an account's mailbox stops a change of its address.
extension OneTimeLinks {
    func insert(_ stop: EmailChangeStop, token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let context = ActionContext(tenant, at: stop.createdAt)
            try Self.mustBeAlive(stop.session, of: stop.user, in: context, transaction)
            try transaction.execute(
                """
                INSERT INTO email_change_stops (tenant_id, token_hash, user_id, email, session_id, created_at, expires_at)
                VALUES (\(tenant), \(token), \(stop.user), \(stop.email), \(stop.session), \(stop.createdAt), \(stop.expiresAt))
                """
            )
        }
    }

    func stop(_ token: CredentialHash, in context: ActionContext) async throws(DomainError) -> OpenStop? {
        try await access.read(context.tenant) { try Self.openStop(token, in: context, $0) }
    }

    func use(
        stop token: CredentialHash,
        endsAll: Bool,
        in context: ActionContext,
        audit: @escaping @Sendable (OpenStop) -> AuditDraft
    ) async throws(DomainError) -> OpenStop? {
        let tenant = context.tenant
        return try await access.write(tenant) { transaction in
            guard let open = try Self.openStop(token, in: context, transaction) else { return nil }
            // Of two concurrent tries one succeeds.
            let used = try transaction.execute(
                """
                UPDATE email_change_stops SET used_at = \(context.now)
                WHERE tenant_id = \(tenant) AND token_hash = \(token) AND used_at IS NULL
                """
            )
            guard used == 1 else { return nil }
            let user = open.user.id
            try SessionRow.end(
                "id = \(open.stop.session) AND user_id = \(user)",
                reason: .revokedByUser,
                in: context,
                transaction
            )
            try LinkRow.void(of: user, only: .changeEmail, in: tenant, transaction)
            if endsAll {
                try SessionRow.endAll(of: user, UserSignOut(reason: .revokedByUser), in: context, transaction)
            }
            try trail.append(audit(open), to: tenant, in: transaction)
            return open
        }
    }

    private static func openStop(
        _ token: CredentialHash,
        in context: ActionContext,
        _ transaction: any ReadTransaction
    ) throws -> OpenStop? {
        let tenant = context.tenant
        let row = try transaction.row(
            """
            SELECT user_id, email, session_id, created_at, expires_at FROM email_change_stops
            WHERE tenant_id = \(tenant) AND token_hash = \(token) AND used_at IS NULL AND expires_at > \(context.now)
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
