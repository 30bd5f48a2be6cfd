import Database
import Domain
import Foundation
import UseCases

/// Stores the idempotency keys of writes, and their responses.
struct IdempotencyKeys: IdempotencyStore {
    let access: StoreAccess

    func claim(
        _ request: IdempotentRequest,
        staleBefore: Timestamp,
        in context: ActionContext
    ) async throws(DomainError) -> IdempotencyClaim {
        let (tenant, key) = (context.tenant, request.key)
        return try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                DELETE FROM idempotency_keys
                WHERE tenant_id = \(tenant) AND key_hash = \(key) AND answer IS NULL AND done_at IS NULL AND created_at < \(staleBefore)
                """
            )
            let row = try transaction.row(
                "SELECT request_hash, answer, created_at FROM idempotency_keys WHERE tenant_id = \(tenant) AND key_hash = \(key)"
            )
            guard let row else {
                try transaction.execute(
                    """
                    INSERT INTO idempotency_keys (tenant_id, key_hash, request_hash, principal_id, created_at)
                    VALUES (\(tenant), \(key), \(request.content), \(request.principal), \(context.now))
                    """
                )
                return .first
            }
            guard try row.get("request_hash", as: Data.self) == request.content else {
                throw DomainError.conflict(.idempotencyKeyReused)
            }
            if let answer: Data = try row.find("answer") {
                guard !answer.isEmpty else { throw DomainError.conflict(.idempotencyAnswerLost) }
                return .done(answer)
            }
            let isLost = try row.get("created_at", as: Timestamp.self) < staleBefore
            throw DomainError.conflict(isLost ? .idempotencyAnswerLost : .idempotencyInProgress)
        }
    }

    func remember(_ mark: IdempotencyMark, answer: Data) async throws(DomainError) {
        try await access.write(mark.tenant) { transaction in
            try transaction.execute(
                """
                UPDATE idempotency_keys SET answer = \(answer)
                WHERE tenant_id = \(mark.tenant) AND key_hash = \(mark.key) AND created_at = \(mark.claimedAt)
                """
            )
        }
    }

    func forget(_ mark: IdempotencyMark) async throws(DomainError) {
        try await access.write(mark.tenant) { transaction in
            try transaction.execute(
                """
                DELETE FROM idempotency_keys WHERE tenant_id = \(mark.tenant) AND key_hash = \(mark.key)
                    AND created_at = \(mark.claimedAt) AND answer IS NULL AND done_at IS NULL
                """
            )
        }
    }

    /// The writes stay done, and their responses are not repeated any more: an empty response marks a deleted one.
    /// - Parameter which: a condition on the row.
    static func forgetAnswers(to which: SQL, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE idempotency_keys SET answer = \(Data()), done_at = coalesce(done_at, created_at)
            WHERE tenant_id = \(tenant) AND answer IS NOT NULL AND \(sql: which)
            """
        )
    }

    /// Marks at most `limit` responses to a deleted user as deleted. Their rows name the user no more, so that the next
    /// step does not read them again.
    /// - Returns: the number of responses.
    static func forgetAnswers(
        to principal: UUID,
        limit: Int,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        try transaction.execute(
            """
            UPDATE idempotency_keys
            SET answer = \(Data()), done_at = coalesce(done_at, created_at), principal_id = NULL
            WHERE tenant_id = \(tenant) AND key_hash IN (
                SELECT k.key_hash FROM idempotency_keys k
                WHERE k.tenant_id = \(tenant) AND k.principal_id = \(principal) AND k.answer IS NOT NULL LIMIT \(limit))
            """
        )
    }

    /// - Throws: `.conflict(.idempotencyInProgress)` when another request has taken the claim: then this one changes
    ///   nothing.
    static func noteDone(_ mark: IdempotencyMark, at now: Timestamp, in transaction: any WriteTransaction) throws {
        let noted = try transaction.execute(
            """
            UPDATE idempotency_keys SET done_at = \(now)
            WHERE tenant_id = \(mark.tenant) AND key_hash = \(mark.key) AND created_at = \(mark.claimedAt)
            """
        )
        guard noted == 1 else { throw DomainError.conflict(.idempotencyInProgress) }
    }

    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old idempotency keys") { transaction in
            try transaction.execute(
                """
                DELETE FROM idempotency_keys WHERE (tenant_id, key_hash) IN (
                    SELECT tenant_id, key_hash FROM idempotency_keys WHERE created_at < \(cutoff) LIMIT \(limit))
                """
            )
        }
    }
}
