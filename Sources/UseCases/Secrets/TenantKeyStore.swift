import Domain
import Foundation
import Synchronization

/// A tenant's data key as stored: worthless without the root key.
public struct WrappedTenantKey: Sendable, Hashable {
    public let version: Int
    public let wrapped: Data
    public let createdAt: Timestamp

    public init(version: Int, wrapped: Data, createdAt: Timestamp) {
        self.version = version
        self.wrapped = wrapped
        self.createdAt = createdAt
    }
}

/// Stores the wrapped keys of tenants.
public protocol TenantKeyStore: Sendable {
    /// Returns all versions; none before the first use.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [WrappedTenantKey]
    /// Inserts the key, unless there is one of that version already.
    func insert(_ key: WrappedTenantKey, of tenant: Tenant.ID) async throws(DomainError)
}

/// Caches tenants' keys in this process. An entry never changes its meaning, so it may be evicted, but never has to be.
final class KeyCache<Value: Sendable>: Sendable {
    /// The number of cached tenants above which the cache is emptied.
    private static var maximumTenants: Int { 2000 }

    private let values = Mutex<[Tenant.ID: Value]>([:])

    subscript(tenant: Tenant.ID) -> Value? {
        get { values.withLock { $0[tenant] } }
        set {
            values.withLock { values in
                if values.count >= Self.maximumTenants, values[tenant] == nil { values.removeAll() }
                values[tenant] = newValue
            }
        }
    }
}
