import Domain
import Foundation

/// Stores the queue of revocations. A revocation is queued in the transaction that deletes or signs out.
public protocol AppleRevocationStore: Sendable {
    /// Returns the revocations that are due, over all tenants, the longest waiting first; none of them is due again
    /// within `lease`.
    func dueRevocations(
        at moment: Timestamp,
        lease: Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleRevocation]
    /// Removes a revocation from the queue.
    func finish(_ revocation: AppleRevocation) async throws(DomainError)
    /// Records that the revocation failed with `error`, and when to retry.
    func postpone(_ revocation: AppleRevocation, until moment: Timestamp, error: String) async throws(DomainError)
}
