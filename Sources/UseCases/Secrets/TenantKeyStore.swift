import Domain
import Foundation

/// Stores the wrapped keys of tenants.
public protocol TenantKeyStore: Sendable {
    /// Returns all versions; none before the first use.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [WrappedTenantKey]
    /// Inserts the key, unless there is one of that version already.
    func insert(_ key: WrappedTenantKey, of tenant: Tenant.ID) async throws(DomainError)
}

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
