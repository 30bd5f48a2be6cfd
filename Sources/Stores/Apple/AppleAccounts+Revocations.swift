import Database
import Domain
import UseCases

/// Stores the queue of revocations to send to Apple.
extension AppleAccounts {
    func dueRevocations(at now: Timestamp, lease: Duration, limit: Int) async throws(DomainError) -> [AppleRevocation] {
        try await access.writeAcross("due Apple revocations") { transaction in
            let due = try transaction.rows(
                """
                SELECT tenant_id, user_id, client_id, queued_at, reason, sealed, attempts FROM apple_revocations
                WHERE next_at <= \(now) ORDER BY next_at LIMIT \(limit)
                """
            ).map { try AppleRevocationRow.revocation($0) }
            for revocation in due { try Self.delay(revocation, until: now + lease, transaction) }
            return due
        }
    }

    func finish(_ revocation: AppleRevocation) async throws(DomainError) {
        try await access.write(revocation.tenant) { transaction in
            try transaction.execute(
                """
                DELETE FROM apple_revocations WHERE tenant_id = \(revocation.tenant) AND user_id = \(revocation.user)
                    AND client_id = \(revocation.clientID) AND queued_at = \(revocation.queuedAt)
                """
            )
        }
    }

    func postpone(_ revocation: AppleRevocation, until time: Timestamp, error: String) async throws(DomainError) {
        try await access.write(revocation.tenant) { transaction in
            try transaction.execute(
                """
                UPDATE apple_revocations SET next_at = \(time), attempts = attempts + 1, last_error = \(error)
                WHERE tenant_id = \(revocation.tenant) AND user_id = \(revocation.user) AND client_id = \(revocation.clientID)
                    AND queued_at = \(revocation.queuedAt)
                """
            )
        }
    }

    func backlog(of tenant: Tenant.ID) async throws(DomainError) -> AppleBacklog {
        try await access.read(tenant) { transaction in
            let row = try transaction.row(
                """
                SELECT count(*) AS n, count(last_error) AS failing, min(queued_at) AS oldest FROM apple_revocations
                WHERE tenant_id = \(tenant)
                """
            )
            let error: String? = try transaction.value(
                """
                SELECT last_error FROM apple_revocations WHERE tenant_id = \(tenant) AND last_error IS NOT NULL
                ORDER BY next_at DESC LIMIT 1
                """
            )
            return AppleBacklog(
                waiting: try row?.get("n") ?? 0,
                failing: try row?.get("failing") ?? 0,
                oldest: try row?.find("oldest"),
                lastError: error
            )
        }
    }

    private static func delay(
        _ revocation: AppleRevocation,
        until time: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE apple_revocations SET next_at = \(time)
            WHERE tenant_id = \(revocation.tenant) AND user_id = \(revocation.user) AND client_id = \(revocation.clientID)
                AND queued_at = \(revocation.queuedAt)
            """
        )
    }
}
