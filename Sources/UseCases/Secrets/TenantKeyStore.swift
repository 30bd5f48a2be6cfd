import Domain
import Foundation
import Synchronization

/// A tenant's data key as it is stored: worth nothing without the root key.
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

/// The wrapped keys of tenants, kept by a store.
public protocol TenantKeyStore: Sendable {
    /// All versions; none before the first use.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [WrappedTenantKey]
    /// Inserts the key, unless there is one of that version already.
    func insert(_ key: WrappedTenantKey, of tenant: Tenant.ID) async throws(DomainError)
}

/// What is known of tenants' keys in this process. Nothing in it ever comes to mean something else, so it may be
/// forgotten, but never has to be.
final class KeyCache<Value: Sendable>: Sendable {
    /// More tenants than this at once, and all is read anew.
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
