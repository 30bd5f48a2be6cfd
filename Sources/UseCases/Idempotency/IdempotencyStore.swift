import Crypto
import Domain
import Foundation

/// Stores idempotency keys.
public protocol IdempotencyStore: Sendable {
    /// - Throws: `.conflict(.idempotencyKeyReused)` for another request, `.conflict(.idempotencyInProgress)`, and
    ///   `.conflict(.idempotencyAnswerLost)` when it was done, but its response was not stored.
    func claim(
        _ request: IdempotentRequest,
        staleBefore: Timestamp,
        in context: ActionContext
    ) async throws(DomainError) -> IdempotencyClaim
    func remember(_ mark: IdempotencyMark, answer: Data) async throws(DomainError)
    /// Releases a claim; one whose work has changed data stays.
    func forget(_ mark: IdempotencyMark) async throws(DomainError)
    /// Deletes keys older than `moment`; at most `limit`.
    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
