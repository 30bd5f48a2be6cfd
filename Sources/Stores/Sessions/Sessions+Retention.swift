import Database
import Domain
import UseCases

/// Deletes ended sessions.
extension Sessions {
    func forgetEnded(
        _ limits: SessionWalk.Limits,
        after place: SessionWalk.Place,
        limit: Int
    ) async throws(DomainError) -> SessionWalk.Place? {
        let rows = try await access.readAcross("ended sessions") { transaction in
            try transaction.rows(
                """
                SELECT s.tenant_id AS tenant_id, s.user_id AS user_id, s.last_seen_at AS last_seen_at, s.id AS id,
                    coalesce(s.ended_at, s.expires_at) AS ended_at FROM sessions s
                WHERE (s.tenant_id, s.user_id, s.last_seen_at, s.id)
                    < (\(place.tenant), \(place.user), \(place.lastSeenAt), \(place.session))
                ORDER BY s.tenant_id DESC, s.user_id DESC, s.last_seen_at DESC, s.id DESC LIMIT \(limit)
                """
            ).map { try WalkedSession($0) }
        }
        var reached = place
        var found: [Tenant.ID: [Session.ID]] = [:]
        for row in rows {
            var kept = row.user == reached.user && row.tenant == reached.tenant ? reached.keptEnded : 0
            if row.endedAt < limits.endedSince || (row.endedAt <= limits.now && kept >= limits.perUser) {
                found[row.tenant, default: []].append(row.session)
            } else if row.endedAt <= limits.now {
                kept += 1
            }
            reached = row.place(keptEnded: kept)
        }
        try await delete(found, limits)
        return rows.count == limit ? reached : nil
    }

    /// Deletes sessions with the state of their refresh tokens.
    private func delete(_ sessions: [Tenant.ID: [Session.ID]], _ limits: SessionWalk.Limits) async throws(DomainError) {
        guard !sessions.isEmpty else { return }
        try await access.writeAcross("ended sessions") { transaction in
            for (tenant, ids) in sessions {
                // A use from before the session expired may have been written since.
                try transaction.execute(
                    """
                    DELETE FROM sessions WHERE tenant_id = \(tenant) AND id IN \(list: ids)
                        AND (ended_at IS NOT NULL OR expires_at <= \(limits.now))
                    """
                )
            }
        }
    }
}

private struct WalkedSession {
    let tenant: Tenant.ID
    let user: User.ID
    let lastSeenAt: Timestamp
    let session: Session.ID
    /// When the session ended or expires.
    let endedAt: Timestamp

    init(_ row: Row) throws {
        tenant = try row.get("tenant_id")
        user = try row.get("user_id")
        lastSeenAt = try row.get("last_seen_at")
        session = try row.get("id")
        endedAt = try row.get("ended_at")
    }

    func place(keptEnded: Int) -> SessionWalk.Place {
        SessionWalk.Place(tenant: tenant, user: user, lastSeenAt: lastSeenAt, session: session, keptEnded: keptEnded)
    }
}
