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
