import Database
import Domain
import UseCases

/// Stores the daily check of each refresh token.
extension AppleAccounts {
    func dueChecks(
        at now: Timestamp,
        pause: @escaping @Sendable (User.ID) -> Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleCheck] {
        try await access.writeAcross("due Apple checks") { transaction in
            let due = try transaction.rows(
                """
                SELECT tenant_id, user_id, client_id, sealed, created_at FROM apple_tokens
                WHERE check_at <= \(now) ORDER BY check_at LIMIT \(limit)
                """
            ).map { row in
                AppleCheck(
                    tenant: try row.get("tenant_id"),
                    token: StoredAppleToken(
                        user: try row.get("user_id"),
                        clientID: try row.get("client_id"),
                        sealed: try row.get("sealed"),
                        createdAt: try row.get("created_at")
                    )
                )
            }
            for check in due { try Self.ask(check, at: now + pause(check.token.user), transaction) }
            return due
        }
    }

    func release(_ check: AppleCheck, until time: Timestamp) async throws(DomainError) {
        try await access.write(check.tenant) { try Self.ask(check, at: time, $0) }
    }

    func passed(_ check: AppleCheck, at began: Timestamp) async throws(DomainError) {
        try await access.write(check.tenant) { transaction in
            try transaction.execute(
                """
                UPDATE apple_tokens SET checked_at = \(began)
                WHERE tenant_id = \(check.tenant) AND user_id = \(check.token.user) AND client_id = \(check.token.clientID)
                    AND created_at = \(check.token.createdAt)
                """
            )
        }
    }

    func withdrawn(
        _ check: AppleCheck,
        at began: Timestamp,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int? {
        try await access.write(check.tenant) { transaction in
            let dropped = try transaction.execute(
                """
                DELETE FROM apple_tokens WHERE tenant_id = \(check.tenant) AND user_id = \(check.token.user)
                    AND client_id = \(check.token.clientID) AND created_at = \(check.token.createdAt)
                """
            )
            guard dropped == 1 else { return nil }
            try AppleUserRow.withdrawn(by: check.token.user, at: began, in: check.tenant, transaction)
            let ended = try SessionRow.endOfApple(
                of: check.token.user,
                startedUntil: began,
                in: ActionContext(check.tenant, at: audit(0).at),
                transaction
            )
            try trail.append(audit(ended), to: check.tenant, in: transaction)
            return ended
        }
    }

    private static func ask(_ check: AppleCheck, at time: Timestamp, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE apple_tokens SET check_at = \(time)
            WHERE tenant_id = \(check.tenant) AND user_id = \(check.token.user) AND client_id = \(check.token.clientID)
                AND created_at = \(check.token.createdAt)
            """
        )
    }
}
