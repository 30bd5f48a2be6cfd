import Database
import Domain
import UseCases

/// Ends sessions, one or all that match.
extension Sessions {
    func preview(
        _ filter: SessionFilter,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> SessionEnding {
        try await access.readList(tenant) { transaction in
            SessionEnding(
                count: try transaction.value(
                    "SELECT count(*) AS n \(sql: Self.matching(filter.ofLiving, at: now, in: tenant))"
                ) ?? 0,
                keepsOwn: try Self.matchesExcepted(filter, at: now, in: tenant, transaction)
            )
        }
    }

    func end(
        _ id: Session.ID,
        of user: User.ID?,
        maximumRank: Role.Rank,
        in tenant: Tenant.ID,
        audit: AuditDraft
    ) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let found = try transaction.rows(
                """
                SELECT s.user_id AS user_id, r.rank AS rank FROM sessions s
                JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.deleted_at IS NULL
                JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
                WHERE s.tenant_id = \(tenant) AND s.id = \(id)
                """
            ).first
            guard let found else { throw DomainError.notFound(.session) }
            let owner: User.ID = try found.get("user_id")
            guard user == nil || user == owner else { throw DomainError.notFound(.session) }
            let rank: Role.Rank = try found.get("rank")
            guard rank <= maximumRank else { throw DomainError.denied(.outranked) }
            let ended = try SessionRow.end(
                "id = \(id) AND expires_at > \(audit.at)",
                reason: .revokedByAdministrator,
                in: ActionContext(tenant, at: audit.at),
                transaction
            )
            if ended > 0 { try trail.append(audit, to: tenant, in: transaction) }
        }
    }

    func end(
        _ revocation: SessionRevocation,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (_ ended: SessionEnding) -> AuditDraft
    ) async throws(DomainError) -> SessionEnding {
        let (wanted, time) = (revocation.filter.ofLiving, revocation.now)
        return try await access.write(tenant) { transaction in
            let ids: [Session.ID] = try transaction.rows(
                "SELECT s.id AS id \(sql: Self.matching(wanted, at: time, in: tenant)) LIMIT \(revocation.limit)"
            ).map { try $0.get("id") }
            let ending = SessionEnding(
                count: ids.count,
                keepsOwn: try Self.matchesExcepted(wanted, at: time, in: tenant, transaction)
            )
            // A user without a session may have a link that opens one.
            if let users = Self.usersSignedOut(by: wanted, in: tenant) {
                try LinkRow.voidAll(of: users, except: wanted.except, in: tenant, transaction)
            }
            guard !ids.isEmpty else { return ending }
            let context = ActionContext(tenant, at: time)
            try SessionRow.end("id IN \(list: ids)", reason: revocation.reason, in: context, transaction)
            if let user = revocation.appleUser {
                try AppleRevocationRow.queue(tokensOf: user, .signedOutEverywhere, in: context, transaction)
            }
            try trail.append(audit(ending), to: tenant, in: transaction)
            return ending
        }
    }

    /// Whether the live session that a filter excepts would match without the exception.
    private static func matchesExcepted(
        _ filter: SessionFilter,
        at now: Timestamp,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        guard let excepted = filter.except, filter.ids?.contains(excepted) ?? true else { return false }
        var only = filter.ofLiving
        only.ids = [excepted]
        only.except = nil
        return try transaction.rows("SELECT 1 AS n \(sql: matching(only, at: now, in: tenant))").isEmpty == false
    }

    /// Returns the users whose every session, except one, a filter matches; nil when it selects only some of their
    /// sessions.
    private static func usersSignedOut(by filter: SessionFilter, in tenant: Tenant.ID) -> SQL? {
        guard filter.ids == nil, filter.appVersion == nil, filter.osVersion == nil, filter.deviceModel == nil,
            filter.seenBefore == nil,
            filter.seenAfter == nil
        else { return nil }
        var users: [SQL] = ["u.tenant_id = \(tenant)"]
        if let user = filter.user { users.append("u.id = \(user)") }
        if let role = filter.role { users.append("u.role = \(role)") }
        if let rank = filter.maximumRank {
            users.append("u.role IN (SELECT name FROM roles WHERE tenant_id = \(tenant) AND rank <= \(rank))")
        }
        if filter.kind == .console {
            users.append(
                "u.role IN (SELECT name FROM roles WHERE tenant_id = \(tenant) AND permissions LIKE '%console.enter%')"
            )
        }
        return .all(users)
    }
}

extension SessionFilter {
    fileprivate var ofLiving: SessionFilter {
        var filter = self
        filter.life = .alive
        return filter
    }
}
