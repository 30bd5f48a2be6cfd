import Domain
import Foundation

/// Stores the daily checks of refresh tokens.
public protocol AppleCheckStore: Sendable {
    /// Returns the checks that are due, over all tenants, the longest unchecked first; each is due again after `pause`,
    /// whatever its result.
    func dueChecks(
        at moment: Timestamp,
        pause: @escaping @Sendable (User.ID) -> Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleCheck]
    /// Makes a check that was not sent due again at that moment.
    func release(_ check: AppleCheck, until moment: Timestamp) async throws(DomainError)
    func passed(_ check: AppleCheck, at moment: Timestamp) async throws(DomainError)
    /// Deletes the token, records that consent was withdrawn and ends the user's Apple sessions that had begun by
    /// `moment`. Changes nothing when there is a newer token.
    /// - Returns: the number of ended sessions; nil when nothing was changed.
    func withdrawn(
        _ check: AppleCheck,
        at moment: Timestamp,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int?
}
