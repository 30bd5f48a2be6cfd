import Domain
import Foundation
import Synchronization

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
