import Domain
import Foundation

/// The time a key was last used, to be written later in a batch.
public struct KeySighting: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let key: APIKey.ID
    public let usedAt: Timestamp

    public init(tenant: Tenant.ID, key: APIKey.ID, usedAt: Timestamp) {
        self.tenant = tenant
        self.key = key
        self.usedAt = usedAt
    }
}
