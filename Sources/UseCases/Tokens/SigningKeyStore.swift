import Domain
import Foundation

/// Stores the signing keys of tenants.
public protocol SigningKeyStore: Sendable {
    /// Returns all keys that are not deleted, including withdrawn ones; the one that begins to sign last is the last.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [StoredSigningKey]
    /// Adds a key after the one named `previous`, which retires when the new one activates; and deletes keys that
    /// retired before `forgotten`. Changes nothing when `previous` is not the latest any more: then another node has
    /// done it.
    /// - Returns: whether it was added.
    func add(
        _ new: StoredSigningKey,
        after previous: SigningKey.Name?,
        forgetting forgotten: Timestamp,
        audit: AuditDraft?
    ) async throws(DomainError) -> Bool
    /// Withdraws every key, destroys their private halves, and adds one that signs from now on. Changes nothing when
    /// `leaked` is withdrawn already: then another node has done it.
    /// - Returns: whether the keys were replaced.
    func replaceAll(
        leaked: SigningKey.Name,
        by new: StoredSigningKey,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
}
