import Domain
import Foundation

/// A signing key with its sealed private half, which is empty for one that is withdrawn.
public struct StoredSigningKey: Sendable, Hashable {
    public let key: SigningKey
    public let sealed: Data

    public init(key: SigningKey, sealed: Data) {
        self.key = key
        self.sealed = sealed
    }
}

/// The signing keys of tenants, kept by a store.
public protocol SigningKeyStore: Sendable {
    /// Those that are not forgotten, withdrawn ones among them; the one that signs from latest on last.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [StoredSigningKey]
    /// Adds a key after the one named `previous`, which retires when the new one activates; and forgets keys that
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
    /// - Returns: whether it was done.
    func replaceAll(
        leaked: SigningKey.Name,
        by new: StoredSigningKey,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
}
