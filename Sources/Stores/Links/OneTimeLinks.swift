import Database
import Domain
import UseCases

/// Stores the one-time links of users.
struct OneTimeLinks: LinkStore {
    let access: StoreAccess
    let trail: AuditTrail

    func insert(
        _ new: NewLink,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (UserRecord) throws(DomainError) -> Void
    ) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            if let session = new.link.askedWith {
                try Self.mustBeAlive(
                    session,
                    of: new.link.user,
                    in: ActionContext(tenant, at: new.link.createdAt),
                    transaction
                )
            }
            try mayGive(try Users.record(new.link.user, newRole: nil, in: tenant, transaction))
            // Two devices may return from Apple's page at the same time.
            if new.link.purpose != .exchange { try LinkRow.makeWay(for: new, transaction) }
            try LinkRow.insert(new, transaction)
            if let audit = new.audit { try trail.append(audit, to: tenant, in: transaction) }
        }
    }

    func link(_ token: CredentialHash, in context: ActionContext) async throws(DomainError) -> OpenLink? {
        try await access.read(context.tenant) { transaction in
            try LinkRow.find(token, for: Set(OneTimeLink.Purpose.allCases), in: context, transaction)
                .flatMap { try Self.open($0.link, transaction) }
        }
    }

    func pendingEmail(of user: User.ID, in context: ActionContext) async throws(DomainError) -> OneTimeLink? {
        try await access.rows(context.tenant, [LinkRow.searchPendingEmail(of: user, in: context)]) { rows in
            try rows[0].first.map { try LinkRow.link($0) }
        }
    }

    static func mustBeAlive(
        _ session: Session.ID,
        of user: User.ID,
        in context: ActionContext,
        _ transaction: any ReadTransaction
    ) throws {
        let (tenant, now) = (context.tenant, context.now)
        let alive = try transaction.row(
            """
            SELECT 1 AS alive FROM sessions
            WHERE tenant_id = \(tenant) AND id = \(session) AND user_id = \(user) AND ended_at IS NULL AND expires_at > \(now)
                AND \(sql: UserRow.exists("sessions.user_id", in: tenant))
            """
        )
        guard alive != nil else { throw DomainError.notFound(.session) }
    }

    func use(
        _ use: LinkUse,
        in context: ActionContext,
        decide: @escaping @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> OpenLink? {
        try await access.write(context.tenant) { transaction in
            guard let found = try LinkRow.take(use.key, for: use.purposes, in: context, transaction) else { return nil }
            let record = try Users.record(found.link.user, newRole: nil, in: context.tenant, transaction)
            let decision = try decide(found.link, record)
            try Users.carryOut(decision, of: record, trail, transaction)
            if let next = use.next?(found.link) { try LinkRow.insert(next, transaction) }
            return try Self.open(
                found.link,
                formerEmail: record.user.emailVerified ? record.user.email : nil,
                transaction
            )
        }
    }

    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("upkeep of links") { transaction in
            let links = try transaction.execute(
                """
                DELETE FROM one_time_links WHERE (tenant_id, token_hash) IN (
                    SELECT tenant_id, token_hash FROM one_time_links WHERE expires_at < \(cutoff) ORDER BY expires_at LIMIT \(limit))
                """
            )
            let stops = try transaction.execute(
                """
                DELETE FROM email_change_stops WHERE (tenant_id, token_hash) IN (
                    SELECT tenant_id, token_hash FROM email_change_stops WHERE expires_at < \(cutoff) ORDER BY expires_at LIMIT \(limit))
                """
            )
            return max(links, stops)
        }
    }

    private static func open(
        _ link: OneTimeLink,
        formerEmail: EmailAddress? = nil,
        _ transaction: any ReadTransaction
    ) throws -> OpenLink? {
        let row = try transaction.row("SELECT \(sql: TenantRow.columns) FROM tenants t WHERE t.id = \(link.tenant)")
        guard let row, let (user, role) = try UserRow.find(link.user, in: link.tenant, transaction) else { return nil }
        return OpenLink(link: link, user: user, role: role, tenant: try TenantRow.tenant(row), formerEmail: formerEmail)
    }
}
